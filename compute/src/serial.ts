/** The serial port of one machine, with what came out of it since it was last started; a reboot goes on in the same stream. */
export interface SerialPort {
  /**
   * Reads what was put out. The first and the latest `SERIAL_BUFFER` bytes since then are kept; what lies between is
   * gone, and a range that starts there is `invalid`.
   */
  history(range: SerialRange): Promise<SerialHistory>
  /**
   * Opens a live connection; any number may be open at once and all see the same output. `mostRecent` begins that many
   * bytes back, without it at the oldest byte there is. A machine that is not up is `invalid`.
   */
  connect(options?: { mostRecent?: number }): Promise<SerialConnection>
}

/** Bytes kept from the start, and as many again from its latest output. */
export const SERIAL_BUFFER = 1024 * 1024

/** Exactly one of the two beginnings, both in bytes: counted from the start, or back from the latest byte. */
export type SerialRange = ({ fromStart: number } | { mostRecent: number }) & { maxBytes: number }

export interface SerialHistory {
  data: Uint8Array
  /** Counted from the start, just behind `data`: give it as the next `fromStart`. */
  lastByteOffset: number
}

export interface SerialConnection {
  /** What the machine puts out, from the chosen beginning on; ends when the connection does. To be read once. */
  output: AsyncIterable<Uint8Array>
  /** Types into the machine; after the connection has ended it does nothing. */
  write(bytes: Uint8Array): void
  /** Tells the guest the size of the terminal, in characters, where it can be told. */
  resize(columns: number, rows: number): void
  close(): void
  /** Settles once, never rejects. */
  closed: Promise<SerialCloseReason>
}

/**
 * `client`: `close` was called. `stopped`: the machine stopped, failed or was destroyed. `slow`: `output` was not read
 * for so long that the driver gave up. `lost`: the engine or the driver went away. A reboot or a migration ends nothing.
 */
export type SerialCloseReason = 'client' | 'stopped' | 'slow' | 'lost'
