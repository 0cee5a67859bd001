import type { Probe } from './network-commands.ts'
import { runCommand } from './shell.ts'

/** State of the line: not answering yet, or taking commands. */
export interface TerminalState {
  mode: 'booting' | 'shell'
  /** Input since the last Enter. */
  line: string
}

type Keyed = { output: string; probe?: Probe }
type Typed = Keyed & {
  /** Input that was not handled: it waits for the reply to the probe, or until the guest has time. */
  rest?: readonly string[]
}

/** Maximum length of a line; without a limit, one client could fill the memory. */
const MAX_LINE_LENGTH = 4096
/** Characters of output after which a guest lets others work: one key may print much. */
const MAX_OUTPUT = 16_384

/**
 * The guest's end of a serial line: echoes input, handles line editing, and passes complete lines to the shell. All
 * output is text with CR LF.
 */
export class Terminal {
  state: TerminalState
  readonly #decoder = new TextDecoder()
  /** Position in an escape sequence (for example, of an arrow key). Escape sequences are ignored. */
  #escape: 'none' | 'begun' | 'sequence' = 'none'
  #afterReturn = false

  constructor(state: TerminalState = { mode: 'booting', line: '' }) {
    this.state = state
  }

  /** Begins to take commands. @returns the output. */
  start(hostname: string): string {
    this.state = { mode: 'shell', line: '' }
    return `This is a simulated machine; "help" lists its commands.\r\n${this.#prompt(hostname)}`
  }

  /** Stops answering until the next `start`. */
  reset(): void {
    this.state = { mode: 'booting', line: '' }
  }

  /** Handles some of the input. */
  type(bytes: Uint8Array, hostname: string): Typed {
    return this.resume(Array.from(this.#decoder.decode(bytes, { stream: true })), hostname)
  }

  /** Handles input that was left over. */
  resume(characters: readonly string[], hostname: string): Typed {
    let output = ''
    for (const [index, character] of characters.entries()) {
      const answer = this.#key(character, hostname)
      output += answer.output
      if (answer.probe || output.length >= MAX_OUTPUT)
        return { output, probe: answer.probe, rest: characters.slice(index + 1) }
    }
    return { output }
  }

  /** Returns the output of a probe that has its reply. */
  printed(text: string, hostname: string): string {
    return `${text.replaceAll('\n', '\r\n')}\r\n${this.#prompt(hostname)}`
  }

  #key(key: string, hostname: string): Keyed {
    const { state } = this
    const secondHalf = this.#afterReturn && key === '\n'
    this.#afterReturn = key === '\r'
    if (secondHalf || this.#inEscape(key)) return { output: '' }
    if (key === '\r' || key === '\n') return this.#enter(hostname)
    if (key === '\x7f' || key === '\b') {
      if (state.line === '') return { output: '' }
      // A character beyond 16 bits has two units.
      const isPair = state.line.codePointAt(state.line.length - 2)! > 0xffff
      state.line = state.line.slice(0, isPair ? -2 : -1)
      return { output: '\b \b' }
    }
    if (key === '\x03') {
      state.line = ''
      return { output: `^C\r\n${this.#prompt(hostname)}` }
    }
    if (key < ' ' || state.line.length >= MAX_LINE_LENGTH) return { output: '' }
    state.line += key
    return { output: key }
  }

  #inEscape(key: string): boolean {
    if (this.#escape === 'none') {
      if (key === '\x1b') this.#escape = 'begun'
      return key === '\x1b'
    }
    const goesOn = this.#escape === 'begun' ? key === '[' || key === 'O' : key < '@' || key > '~'
    this.#escape = goesOn ? 'sequence' : 'none'
    return true
  }

  #enter(hostname: string): Keyed {
    const { mode, line } = this.state
    this.state.line = ''
    if (mode === 'booting') return { output: '\r\n' }
    const result = runCommand(line)
    if (typeof result !== 'string') return { output: '\r\n', probe: result }
    return { output: `\r\n${result.replaceAll('\n', '\r\n')}${this.#prompt(hostname)}` }
  }

  #prompt(hostname: string): string {
    return this.state.mode === 'booting' ? '' : `root@${hostname}:~# `
  }
}
