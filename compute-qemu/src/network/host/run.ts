import { spawn } from 'node:child_process'

/** Characters of a program's output, of which a network of thousands of interfaces has a tenth. */
const MAX_OUTPUT = 16 * 1024 * 1024
const TIMEOUT_MS = 60_000

/** A program that ended with an error. */
export class CommandFailed extends Error {
  readonly stderr: string

  constructor(words: readonly string[], stderr: string) {
    super(`${words.join(' ')}: ${stderr.trim().slice(0, 2000) || 'failed'}`)
    this.name = 'CommandFailed'
    this.stderr = stderr
  }
}

/**
 * The environment of all programs for networks: none of the server's secrets, as some outlive it. They are where ordinary users do
 * not look.
 */
export const environment = {
  PATH: [process.env.PATH, '/usr/local/sbin', '/usr/sbin', '/sbin'].filter(Boolean).join(':'),
}

/** Runs a program. @returns its output. @throws CommandFailed with what it says is wrong. */
export function run(words: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(words[0]!, words.slice(1), {
      env: environment,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.length > MAX_OUTPUT) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, MAX_OUTPUT)
    })
    // A program that ends early says why itself.
    child.stdin.on('error', () => {}).end(input)
    child.on('error', (error) => reject(new CommandFailed(words, error.message)))
    child.on('close', (code) => (code === 0 ? resolve(stdout) : reject(new CommandFailed(words, stderr))))
  })
}
