# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
"""Colours code as HTML, one string a line. Knows C++ and OpenCL C, shell, Python and JSON a little."""
import html
import re

FLOW = "break case catch continue co_return default do else for goto if return switch throw try while"
KEYWORDS = """alignas auto class concept const const_cast constexpr consteval decltype delete
dynamic_cast enum explicit extern false final friend inline mutable namespace new noexcept nullptr
operator override private protected public register reinterpret_cast requires restrict sizeof static
static_assert static_cast struct template this true typedef typename union using virtual volatile
__kernel kernel __global __local __constant __private __read_only __write_only __read_write
__attribute__ asm"""
SCALARS = "char uchar short ushort int uint long ulong float double half"
TYPES = SCALARS + """ void bool signed unsigned size_t ptrdiff_t event_t sampler_t image2d_t image1d_t
image3d_t image2d_array_t cl_int cl_uint cl_float cl_ulong cl_mem cl_event cl_kernel"""
BUILTINS = """get_work_dim get_global_size get_global_id get_global_offset get_local_size get_local_id
get_num_groups get_group_id get_sub_group_size get_sub_group_local_id get_sub_group_id barrier
mem_fence read_mem_fence write_mem_fence work_group_barrier sub_group_barrier async_work_group_copy
async_work_group_strided_copy wait_group_events prefetch read_imagef read_imagei read_imageui
write_imagef write_imagei write_imageui get_image_width get_image_height fma mad mad24 mul24 clamp mix
select bitselect shuffle shuffle2 dot rsqrt sqrt exp log native_exp native_log native_sqrt native_rsqrt
native_recip native_divide half_exp isnan isinf popcount clz rotate fmin fmax min max abs"""
BUILTIN = re.compile(r"(atomic_\w+|atom_\w+|vload\w+|vstore\w+|convert_\w+|as_[a-z]+\d*|"
                     r"work_group_(reduce|scan|all|any|broadcast)\w*|sub_group_\w+|"
                     + "|".join(BUILTINS.split()) + r")$")
VECTOR = re.compile("(" + "|".join(SCALARS.split()) + r")(2|3|4|8|16)$")
SCRIPT = """if then elif else fi for in do done while case esac function return def class import from as
with try except finally raise yield lambda pass not and or is None True False set export local exit"""
WORDS = {"keywordflow": set(FLOW.split()), "keyword": set(KEYWORDS.split()),
         "keywordtype": set(TYPES.split())}

C_TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<preprocessor>^[ \t]*\#[ \t]*\w+(?:[^\n/\\]|\\\n|\\.|/(?![/*]))*)
  | (?P<stringliteral>R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
  | (?P<number>\b(?:0[xX][\da-fA-F']+|\d[\d']*\.?\d*(?:[eE][-+]?\d+)?|\.\d+)[fFuUlLh]*\b)
  | (?P<scoped>\bwb(?:::\w+)+)
  | (?P<word>[A-Za-z_]\w*)
""", re.X | re.M | re.S)
SCRIPT_TOKEN = re.compile(r"""
    (?P<comment>(?:(?<=\s)|^)\#[^\n]*)
  | (?P<stringliteral>\"\"\".*?\"\"\"|"(?:\\.|[^"\\])*"|'[^'\n]*')
  | (?P<word>[A-Za-z_][\w-]*)
""", re.X | re.M | re.S)
LANGUAGES = {"c": "c", "cl": "c", "cpp": "c", "hpp": "c", "h": "c", "opencl": "c",
             "sh": "script", "py": "script", "cmake": "script", "json": "script"}


def word_kind(word, language, is_call):
    if language == "script":
        return "keywordflow" if word in SCRIPT.split() else ""
    for kind, words in WORDS.items():
        if word in words:
            return kind
    if VECTOR.match(word):
        return "keywordtype"
    if (is_call and BUILTIN.match(word)) or re.match(r"(CLK|CL)_[A-Z]", word):
        return "builtin"
    return ""


def highlight(code, suffix, link=lambda name: None):
    """`code` as a list of lines of HTML. `link` gives the address for a name of `wb`, or None."""
    language = LANGUAGES.get(suffix)
    pieces = []

    def add(text, kind="", href=None):
        # A token of several lines is closed and opened again at each end of a line.
        for i, line in enumerate(text.split("\n")):
            if i:
                pieces.append("\n")
            escaped = html.escape(line, quote=False)
            if escaped and href:
                escaped = f'<a class="code" href="{href}">{escaped}</a>'
            elif escaped and kind:
                escaped = f'<span class="{kind}">{escaped}</span>'
            pieces.append(escaped)

    if not language:
        return html.escape(code, quote=False).split("\n")
    at = 0
    for match in (C_TOKEN if language == "c" else SCRIPT_TOKEN).finditer(code):
        add(code[at:match.start()])
        at = match.end()
        text, kind = match.group(), match.lastgroup
        if kind == "scoped":
            add(text, href=link(text))
        elif kind == "word":
            add(text, word_kind(text, language, code[at:at + 1] == "("))
        else:
            add(text, kind)
    add(code[at:])
    return "".join(pieces).split("\n")
