import { setImmediate } from 'node:timers/promises'
import type { SerialConnection } from '@granary/compute/serial.ts'

/** Bytes that a machine gets at once: it may echo and interpret each of them. */
const SLICE = 16_384

/**
 * Returns a function that passes frames on to a machine in slices, in their order, and handles other requests between two slices: a frame
 * of 1 MiB would block the server for a third of a second. The next slice waits until the machine takes more.
 */
export function slicedInput(write: SerialConnection['write']): (frame: Uint8Array) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  const pass = async (frame: Uint8Array) => {
    for (let at = 0; at < frame.length; at += SLICE) {
      if (at > 0) await setImmediate()
      await write(frame.subarray(at, at + SLICE))
    }
  }
  return (frame) => (last = last.then(() => pass(frame)))
}
