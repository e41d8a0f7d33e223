"""What the real picamera2 needs to run on libcamera's virtual camera instead of a Raspberry Pi's. Nothing of ours.

Two libraries for screens and raw pictures cannot be had; pictures come as NV12, whose colours picamera2 does not tell
from its brightness when it makes buffers; and there is no raw stream to ask about modes.
"""

import mmap
import sys
from unittest.mock import MagicMock

for name in ("pykms", "kms", "pidng", "pidng.camdefs", "pidng.core"):
    sys.modules[name] = MagicMock(name=name)

import libcamera  # noqa: E402
import picamera2.picamera2 as real  # noqa: E402
from picamera2.allocators import DmaAllocator  # noqa: E402


class TwoPlanes(DmaAllocator):
    """Buffers of one file each, in which brightness and colours are two planes."""

    def allocate(self, configuration, _use_case):
        """Make the buffers of every stream."""
        self.cleanup()
        self.libcamera_fds, self.open_fds, self.frame_buffers = [], [], {}
        for stream in configuration:
            light = stream.stride * stream.size.height
            parts = [(0, light), (light, stream.frame_size - light)]
            self.frame_buffers[stream.stream] = [self._buffer(stream, parts) for _ in range(stream.buffer_count)]

    def _buffer(self, stream, parts):
        file = self.dmaHeap.alloc("virtual", stream.frame_size)
        self.open_fds.append(file.get())
        planes = []
        for offset, length in parts:
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file.get(), offset, length
            planes.append(plane)
        self.libcamera_fds.append(planes[0].fd)
        self.mapped_buffers_used[planes[0].fd] = False
        buffer = libcamera.FrameBuffer(planes)
        self.mapped_buffers[buffer] = mmap.mmap(file.get(), stream.frame_size, mmap.MAP_SHARED)
        return buffer


def _modes(self):
    stream = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0)
    return [{"format": str(stream.pixel_format), "size": (stream.size.width, stream.size.height)}]


real.DmaAllocator = TwoPlanes
real.Picamera2._get_raw_modes = _modes
