/** Maximum of buffered bytes during a pause. Older output would not fit the scrollback anyway. */
const MAX_BUFFERED_BYTES = 1_048_576

type Screen = {
  write: (bytes: Uint8Array) => void
  /** Clears the screen before a connection repeats its output. */
  reset: () => void
}

/** Wraps a screen that can be paused: buffers output during a pause and writes it afterwards. */
export function pausable(screen: Screen) {
  let held: Uint8Array[] | null = null
  let size = 0
  let isReset = false

  const hold = (bytes: Uint8Array) => {
    held!.push(bytes)
    size += bytes.length
    while (size > MAX_BUFFERED_BYTES && held!.length > 1) size -= held!.shift()!.length
  }
  return {
    write: (bytes: Uint8Array): void => (held ? hold(bytes) : screen.write(bytes)),
    reset: (): void => {
      if (!held) return screen.reset()
      isReset = true
      held = []
      size = 0
    },
    /** @param paused whether to buffer output from now on. */
    setPaused(paused: boolean): void {
      if (paused === (held !== null)) return
      const waiting = held ?? []
      held = paused ? [] : null
      size = 0
      if (isReset) screen.reset()
      isReset = false
      for (const bytes of waiting) screen.write(bytes)
    },
  }
}
