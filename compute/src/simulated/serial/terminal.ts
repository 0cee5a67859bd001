import { runCommand } from './shell.ts'
import type { Question, ShellContext, ShellEffect } from './shell.ts'

/** State of the line: not answering yet, asking for a login, or running a shell. */
export interface TerminalState {
  mode: 'booting' | 'login' | 'shell'
  user: string
  /** Input since the last Enter. */
  line: string
}

type Keyed = { output: string; effect?: ShellEffect; question?: Question }
type Typed = {
  output: string
  effects: ShellEffect[]
  /** Goes to the network; the answer comes before the rest. */
  question?: Question
  /** Input that was not handled. */
  rest?: readonly string[]
}

/** Maximum length of a line; without a limit, one client could fill the memory. */
const MAX_LINE_LENGTH = 4096
/** Characters of output after which a guest lets others work: one key may print a whole line. */
const MAX_OUTPUT = 16_384

/**
 * The guest's end of a serial line: echoes input, handles line editing and login, and passes complete lines to the
 * shell. All output is text with CR LF.
 */
export class Terminal {
  state: TerminalState
  readonly #decoder = new TextDecoder()
  /** Position in an escape sequence (for example, of an arrow key). Escape sequences are ignored. */
  #escape: 'none' | 'begun' | 'sequence' = 'none'
  #afterReturn = false

  constructor(state: TerminalState = { mode: 'booting', user: '', line: '' }) {
    this.state = state
  }

  /** Returns the output of a guest that starts asking for a login. */
  askForLogin(hostname: string): string {
    this.state = { mode: 'login', user: '', line: '' }
    return `${hostname} login: `
  }

  /** Stops answering until the next `askForLogin`. */
  reset(): void {
    this.state = { mode: 'booting', user: '', line: '' }
  }

  /** Handles some of the input; returns the output, the effects on the machine and the rest. */
  type(bytes: Uint8Array, context: Omit<ShellContext, 'user'>): Typed {
    return this.resume(Array.from(this.#decoder.decode(bytes, { stream: true })), context)
  }

  /** Handles input that was left over. */
  resume(characters: readonly string[], context: Omit<ShellContext, 'user'>): Typed {
    let output = ''
    const effects: ShellEffect[] = []
    for (const [index, character] of characters.entries()) {
      const answer = this.#key(character, context)
      output += answer.output
      if (answer.effect) effects.push(answer.effect)
      if (answer.question || output.length >= MAX_OUTPUT)
        return { output, effects, question: answer.question, rest: characters.slice(index + 1) }
    }
    return { output, effects }
  }

  /** Returns the output of a question that has its answer. */
  printed(text: string, context: Omit<ShellContext, 'user'>): string {
    return `${text.replaceAll('\n', '\r\n')}\r\n${this.#prompt(context)}`
  }

  #key(key: string, context: Omit<ShellContext, 'user'>): Keyed {
    const { state } = this
    const secondHalf = this.#afterReturn && key === '\n'
    this.#afterReturn = key === '\r'
    if (secondHalf || this.#inEscape(key)) return { output: '' }
    if (key === '\r' || key === '\n') return this.#enter(context)
    if (key === '\x7f' || key === '\b') {
      if (state.line === '') return { output: '' }
      // A character beyond 16 bits has two units.
      const isPair = state.line.codePointAt(state.line.length - 2)! > 0xffff
      state.line = state.line.slice(0, isPair ? -2 : -1)
      return { output: '\b \b' }
    }
    if (key === '\x03') {
      state.line = ''
      return { output: `^C\r\n${this.#prompt(context)}` }
    }
    if (key === '\x04' && state.line === '' && state.mode === 'shell') return this.#logOut(context, '')
    if (key === '\x0c') return { output: `\x1b[H\x1b[2J${this.#prompt(context)}${state.line}` }
    if (key === '\x15') {
      const output = '\b \b'.repeat(Array.from(state.line).length)
      state.line = ''
      return { output }
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

  #enter(context: Omit<ShellContext, 'user'>): Keyed {
    const { state } = this
    const line = state.line
    state.line = ''
    if (state.mode === 'login') {
      state.user = line.trim().split(/\s+/)[0] ?? ''
      if (state.user !== '') state.mode = 'shell'
      const welcome =
        state.mode === 'shell' ? 'This is a simulated machine; "help" lists its commands.\r\n' : ''
      return { output: `\r\n${welcome}${this.#prompt(context)}` }
    }
    if (state.mode === 'booting') return { output: '\r\n' }
    const { output, effect, question } = runCommand(line, { ...context, user: state.user })
    if (question) return { output: '\r\n', question }
    const text = `\r\n${output.replaceAll('\n', '\r\n')}`
    if (effect === 'logout') return this.#logOut(context, '\r\n')
    if (effect === 'clear') return { output: `\x1b[H\x1b[2J${this.#prompt(context)}` }
    if (effect) this.reset()
    return { output: effect ? text : text + this.#prompt(context), effect }
  }

  #logOut(context: Omit<ShellContext, 'user'>, before: string): { output: string; effect: ShellEffect } {
    return {
      output: `${before}logout\r\n\r\n${this.askForLogin(context.guest.spec.hostname)}`,
      effect: 'logout',
    }
  }

  #prompt({ guest }: Omit<ShellContext, 'user'>): string {
    const { mode, user } = this.state
    if (mode === 'login') return `${guest.spec.hostname} login: `
    if (mode === 'booting') return ''
    return `${user}@${guest.spec.hostname}:~${user === 'root' ? '#' : '$'} `
  }
}
