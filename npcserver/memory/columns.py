"""NumPy arrays that grow."""

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

S = TypeVar("S", bound=np.generic)


class Column(Generic[S]):
    """Values of one type, appended in amortised constant time."""

    __slots__ = ("_data", "size")

    def __init__(self, dtype: type[S]) -> None:
        self._data: NDArray[S] = np.empty(0, dtype)
        self.size = 0

    @property
    def values(self) -> NDArray[S]:
        """The values so far, not copied; later additions do not show in it."""
        return self._data[: self.size]

    @property
    def nbytes(self) -> int:
        """Bytes reserved."""
        return self._data.nbytes

    def extend(self, values: ArrayLike) -> None:
        """Append values, converted to the type of the column."""
        added = np.asarray(values, self._data.dtype)
        end = self.size + len(added)
        if end > len(self._data):
            # an eighth in reserve wastes little memory, and capacity still doubles in six steps
            grown = np.empty(end + end // 8, self._data.dtype)
            grown[: self.size] = self.values
            self._data = grown
        self._data[self.size : end] = added
        self.size = end
