/** How a command ends, for scripts. */
export const EXIT = {
  ok: 0,
  /** The server understood and refused (4xx). */
  refused: 1,
  /** What was typed makes no sense: an unknown command, a missing flag, a file that is not there. */
  usage: 2,
  /** There is no token for this server, or it does not hold any more. */
  notSignedIn: 3,
  /** Nobody answers at the address, or not in the way that Granary does. */
  unreachable: 4,
  /** The server tried and failed (5xx); it may work later. */
  failed: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const

/** Ends the command with a sentence for people. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What was typed makes no sense. */
export const usage = (message: string) => new CommandError(EXIT.usage, message)
