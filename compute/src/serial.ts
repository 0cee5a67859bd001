/** The serial port of one machine, with its output since the last start. A reboot continues the same stream. */
export interface SerialPort {
  /**
   * Reads the output. At least the latest `SERIAL_BUFFER` bytes since the start are kept, and the first ones if the engine can.
   * A range that starts in a discarded part is `invalid`.
   */
  history(range: SerialRange): Promise<SerialHistory>
  /**
   * Opens a live connection. Any number may be open at once, and all see the same output. Output starts `mostRecent`
   * bytes back, or at the oldest kept byte. Throws `invalid` if the machine is not up.
   */
  connect(options?: { mostRecent?: number }): Promise<SerialConnection>
}

/** Bytes kept from the start, and the same number from the end of the output. */
export const SERIAL_BUFFER = 1024 * 1024

/** Exactly one of the two positions, in bytes: counted from the start, or back from the latest byte. */
export type SerialRange = ({ fromStart: number } | { mostRecent: number }) & { maxBytes: number }

export interface SerialHistory {
  data: Uint8Array
  /** Position of the first byte of `data`, counted from the start. */
  firstByteOffset: number
  /** Position just after `data`, counted from the start: pass it as the next `fromStart`. */
  lastByteOffset: number
}

export interface SerialConnection {
  /** Output from the chosen position on; ends with the connection. Can be read once. */
  output: AsyncIterable<Uint8Array>
  /**
   * Sends input to the machine. Does nothing after the connection has ended.
   * @returns a promise if the machine is slow: the caller sends more when it has resolved. It never rejects.
   */
  write(bytes: Uint8Array): Promise<void> | undefined
  /** Sets the guest's terminal size in characters, if the engine supports it. */
  resize(columns: number, rows: number): void
  close(): void
  /** Settles once, never rejects. */
  closed: Promise<SerialCloseReason>
}

/**
 * `client`: `close` was called. `stopped`: the machine stopped, failed or was destroyed. `slow`: the client did not
 * read `output`, so the driver closed the connection. `lost`: the engine or the driver went away. A reboot or a
 * migration doesn't end the connection.
 */
export type SerialCloseReason = 'client' | 'stopped' | 'slow' | 'lost'
