import { describe, expect, it } from 'vitest'
import { machineSpec } from '../../../conformance/specs.ts'
import { makeGuest } from './guest.ts'
import { Terminal } from './terminal.ts'

const GiB = 1024 ** 3
const HOUR = 3_600_000

const guest = makeGuest(
  machineSpec({
    name: 'web',
    hostname: 'web-1',
    ncpus: 4,
    memory: 8 * GiB,
    bootDiskId: 'boot',
    disks: [
      { id: 'data', name: 'data', readOnly: true },
      { id: 'boot', name: 'boot', readOnly: false },
    ],
    nics: [
      {
        id: 'n1',
        name: 'net0',
        networkId: 'v1',
        mac: 'A8:40:25:F0:00:01',
        primary: true,
        addresses: ['172.30.0.5/22', 'fd00::5/64'],
        mtu: 1500,
      },
    ],
    guest: { os: 'debian', version: '13' },
  }),
  { startedAt: 0, resetAt: HOUR, readyAt: HOUR },
  new Map([
    ['boot', 20 * GiB],
    ['data', 64 * GiB],
  ]),
)
const context = { guest, now: 27 * HOUR }
const encode = (text: string) => new TextEncoder().encode(text)

function signedIn(user = 'ada') {
  const terminal = new Terminal()
  terminal.askForLogin('web-1')
  terminal.type(encode(`${user}\r`), context)
  const type = (text: string) => terminal.type(encode(text), context)
  const run = (command: string) => type(`${command}\r`).output
  return { terminal, type, run }
}

describe('Terminal', () => {
  it('echoes before the guest answers', () => {
    expect(new Terminal().type(encode('a\rb'), context).output).toBe('a\r\nb')
  })

  it('asks for a login until it gets a name, and accepts any', () => {
    const terminal = new Terminal()
    expect(terminal.askForLogin('web-1')).toBe('web-1 login: ')
    expect(terminal.type(encode('\r'), context).output).toBe('\r\nweb-1 login: ')
    expect(terminal.type(encode('root\r'), context).output).toMatch(
      /^root\r\nThis is a simulated .*\r\nroot@web-1:~# $/,
    )
    expect(signedIn().run('')).toBe('\r\nada@web-1:~$ ')
  })

  it('accepts CR, LF or both as the end of a line', () => {
    const { type } = signedIn()
    expect(type('echo a\recho b\necho c\r\n').output.match(/ada@web-1/g)).toHaveLength(3)
  })

  it('deletes characters with backspace, multi-byte ones too, and never past the beginning', () => {
    const { type } = signedIn()
    expect(type('é').output).toBe('é')
    expect(type('\x7f').output).toBe('\b \b')
    expect(type('\x7f\b').output).toBe('')
    expect(type('echp\bo hi\r').output).toContain('\r\nhi\r\n')
  })

  it('accepts a multi-byte character byte by byte', () => {
    const { terminal, run } = signedIn()
    const output = [...encode('echo ü')]
      .map((byte) => terminal.type(Uint8Array.of(byte), context).output)
      .join('')
    expect(output).toBe('echo ü')
    expect(run('')).toContain('\r\nü\r\n')
  })

  it('discards a line with Ctrl-C and Ctrl-U, and ignores arrow keys', () => {
    const { type } = signedIn()
    expect(type('abc\x03').output).toBe('abc^C\r\nada@web-1:~$ ')
    expect(type('ab\x15').output).toBe('ab\b \b\b \b')
    expect(type('\x1b[A\x1b[1;5C\x1bOPok').output).toBe('ok')
  })

  it('clears the screen and keeps the line with Ctrl-L', () => {
    expect(signedIn().type('ec\x0c').output).toBe('ec\x1b[H\x1b[2Jada@web-1:~$ ec')
  })

  it('signs out with exit, logout and Ctrl-D', () => {
    for (const way of ['exit\r', 'logout\r', '\x04']) {
      const { type } = signedIn()
      expect(type(way).output).toMatch(/logout\r\n\r\nweb-1 login: $/)
    }
    expect(signedIn().type('x\x04').output).toBe('x')
  })

  it('reboots and powers off, and is silent afterwards', () => {
    for (const command of ['reboot', 'poweroff'] as const) {
      const { type } = signedIn()
      expect(type(`${command}\r`)).toEqual({ output: `${command}\r\n`, effects: [command] })
      expect(type('ls\r').output).toBe('ls\r\n')
    }
  })

  it('limits the length of a line', () => {
    const { type, terminal } = signedIn()
    type('x'.repeat(10_000))
    expect(terminal.state.line).toHaveLength(4096)
  })

  it("answers from the machine's spec", () => {
    const { run } = signedIn()
    expect(run('hostname')).toBe('hostname\r\nweb-1\r\nada@web-1:~$ ')
    expect(run('nproc')).toContain('\r\n4\r\n')
    expect(run('whoami')).toContain('\r\nada\r\n')
    expect(run('uname -a')).toMatch(/Linux web-1 .* Debian 13 x86_64/)
    expect(run('free')).toMatch(/Mem: +8388608 /)
    expect(run('free -g')).toMatch(/Mem: +8 /)
    expect(run('lsblk')).toMatch(/vda +20G +0 disk\r\n`-vda1 +20G +0 part \/\r\nvdb +64G +1 disk/)
    expect(run('uptime')).toContain('up 1 day, 2:00')
    expect(run('date')).toContain('Fri, 02 Jan 1970 03:00:00 GMT')
    expect(run('echo  a   b')).toContain('\r\na b\r\n')
    expect(run('help')).toMatch(/poweroff +stop this machine/)
    expect(run('constructor')).toContain('constructor: command not found')
  })
})
