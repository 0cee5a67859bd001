/** Exit codes of all commands, for scripts. */
export const EXIT = {
  ok: 0,
  /** The server refused the request (4xx). */
  refused: 1,
  /** Usage error: an unknown command, a missing flag, a file that doesn't exist. */
  usage: 2,
  /** There is no token for this server, or it is no longer valid. */
  notSignedIn: 3,
  /** No server answers at this URL, or it is not a Granary server. */
  unreachable: 4,
  /** The server failed (5xx). It may work later. */
  failed: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const

/** Ends the command with an exit code and a message for people. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Returns a usage error. */
export const usage = (message: string) => new CommandError(EXIT.usage, message)
