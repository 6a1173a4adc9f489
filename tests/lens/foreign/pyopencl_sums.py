# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The OpenCL, Measured authors
# PyOpenCL's own kernels: an elementwise sum, a reduction and a prefix sum over 4096 floats.
import numpy as np
import pyopencl as cl
import pyopencl.array
from pyopencl.scan import InclusiveScanKernel

device = cl.get_platforms()[0].get_devices()[0]
context = cl.Context([device])
queue = cl.CommandQueue(context)

ones = np.ones(4096, np.float32)
a = cl.array.to_device(queue, ones)
b = cl.array.to_device(queue, 2 * ones)
total = cl.array.sum(a + b).get()
steps = InclusiveScanKernel(context, np.float32, "a + b", neutral="0")(a).get()
print(f"sum {total}, last prefix {steps[-1]}")
assert total == 3 * 4096 and (steps == np.arange(1, 4097)).all()
