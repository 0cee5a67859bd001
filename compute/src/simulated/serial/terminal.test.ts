import { describe, expect, it } from 'vitest'
import { Terminal } from './terminal.ts'

const HOST = 'web-1'
const PROMPT = 'root@web-1:~# '
const encode = (text: string) => new TextEncoder().encode(text)

function started() {
  const terminal = new Terminal()
  terminal.start(HOST)
  const type = (text: string) => terminal.type(encode(text), HOST)
  const run = (command: string) => type(`${command}\r`).output
  return { terminal, type, run }
}

describe('Terminal', () => {
  it('echoes before the guest answers, and after a reset', () => {
    expect(new Terminal().type(encode('a\rb'), HOST).output).toBe('a\r\nb')
    const { terminal, type } = started()
    terminal.reset()
    expect(type('help\r').output).toBe('help\r\n')
  })

  it('starts with a hint and the prompt', () => {
    expect(new Terminal().start(HOST)).toBe(
      `This is a simulated machine; "help" lists its commands.\r\n${PROMPT}`,
    )
    expect(started().run('')).toBe(`\r\n${PROMPT}`)
  })

  it('accepts CR, LF or both as the end of a line', () => {
    const { type } = started()
    expect(type('echo a\recho b\necho c\r\n').output.match(/root@web-1/g)).toHaveLength(3)
  })

  it('deletes characters with backspace, multi-byte ones too, and never past the beginning', () => {
    const { type } = started()
    expect(type('é').output).toBe('é')
    expect(type('\x7f').output).toBe('\b \b')
    expect(type('\x7f\b').output).toBe('')
    expect(type('echp\bo hi\r').output).toContain('\r\nhi\r\n')
  })

  it('accepts a multi-byte character byte by byte', () => {
    const { terminal, run } = started()
    const output = [...encode('echo ü')]
      .map((byte) => terminal.type(Uint8Array.of(byte), HOST).output)
      .join('')
    expect(output).toBe('echo ü')
    expect(run('')).toContain('\r\nü\r\n')
  })

  it('discards a line with Ctrl-C, and ignores arrow keys', () => {
    const { type } = started()
    expect(type('abc\x03').output).toBe(`abc^C\r\n${PROMPT}`)
    expect(type('\x1b[A\x1b[1;5C\x1bOPok').output).toBe('ok')
  })

  it('limits the length of a line', () => {
    const { type, terminal } = started()
    type('x'.repeat(10_000))
    expect(terminal.state.line).toHaveLength(4096)
  })

  it('answers known and unknown commands', () => {
    const { run, type } = started()
    expect(run('echo  a   b')).toContain('\r\na b\r\n')
    expect(run('help')).toMatch(/curl +a greeting[^]*help +this list/)
    expect(run('constructor')).toContain('constructor: command not found')
    expect(type('ping 10.0.0.7\recho after\r')).toMatchObject({
      output: 'ping 10.0.0.7\r\n',
      probe: { packet: { to: '10.0.0.7' } },
      rest: Array.from('echo after\r'),
    })
  })
})
