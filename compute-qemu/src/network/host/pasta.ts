import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { HUB_ADDRESS, OUTSIDE_LINK } from '../plan/hub.ts'
import type { Forward } from '../plan/forwards.ts'
import type { Namespaces } from './namespaces.ts'
import { environment, run } from './run.ts'

const START_TIMEOUT_MS = 10_000
const POLL_MS = 20

/** The programs that carry connections between the hub and the host without root's means. Each outlives the server. */
export class Pastas {
  readonly #namespaces: Namespaces
  readonly #hub: string
  readonly #folder: string
  readonly #host: readonly string[]

  private constructor(namespaces: Namespaces, hub: string, folder: string, host: readonly string[]) {
    this.#namespaces = namespaces
    this.#hub = hub
    this.#folder = folder
    this.#host = host
  }

  /** @param host words before a command that runs in the host's own network. */
  static async open(
    namespaces: Namespaces,
    hub: string,
    folder: string,
    host: readonly string[],
  ): Promise<Pastas> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Pastas(namespaces, hub, folder, host)
  }

  /** Makes connections of machines reach the host's networks. @throws Error with the program's reason. */
  async connect(): Promise<void> {
    const ends = ['-a', HUB_ADDRESS, '-n', '30', '-g', '100.64.0.1']
    await this.#ensure(OUTSIDE_LINK, ['--config-net', ...ends, '-t', 'none'])
  }

  /**
   * Forwards ports of the loopback interface, by which a connection reaches that of the hub.
   * @returns those that another program had when the forward began, at which connections reach that one.
   * @throws Error with the program's reason.
   */
  async forward({ link, loopback, ports }: Forward): Promise<Set<number>> {
    const list = ports.map(({ host, hub }) => `${host}:${hub}`).join(',')
    const taken = await this.#ensure(link, ['-t', `${loopback}/${list}`], loopback)
    return new Set(ports.map(({ host }) => host).filter((port) => taken.has(port)))
  }

  /** Whether the program of one of these links, or that of all connections of machines, has ended. */
  async haveEnded(links: readonly string[]): Promise<boolean> {
    const known = await Promise.all([OUTSIDE_LINK, ...links].map((link) => this.#known(link)))
    return known.includes(null)
  }

  /** Ends the forwards to other links. */
  async keep(links: ReadonlySet<string>): Promise<void> {
    for (const link of await readdir(this.#folder))
      if (link !== OUTSIDE_LINK && !links.has(link)) await this.#end(link)
  }

  /** Ends all of them. */
  async end(): Promise<void> {
    for (const link of await readdir(this.#folder)) await this.#end(link)
  }

  /** Ends the forward of a link, if there is one. */
  async #end(link: string): Promise<void> {
    const known = await this.#known(link)
    if (known) {
      process.kill(known.pid, 'SIGTERM')
      const isThere = async () => (await this.#known(link)) !== null || this.#hasLink(link)
      // Its link ends a moment after it, and the next one needs the name.
      for (let waited = 0; waited < START_TIMEOUT_MS && (await isThere()); waited += POLL_MS)
        await setTimeout(POLL_MS)
    }
    await rm(join(this.#folder, link), { force: true })
  }

  /**
   * Starts the program of a link, unless it runs with these words. One that gets some of its ports does not complain about the others.
   * @param address at which it listens.
   * @returns the ports that others had at this address when it started.
   */
  async #ensure(link: string, words: readonly string[], address?: string): Promise<Set<number>> {
    const options = [...this.#namespaces.pasta(this.#hub), '--no-map-gw', '-I', link, ...words, '-u', 'none']
    const all = ['pasta', '--foreground', '--quiet', ...options, '-T', 'none', '-U', 'none']
    const known = await this.#known(link)
    if (known?.words.join(' ') === all.join(' ')) return known.taken
    await this.#end(link)
    const taken = address === undefined ? new Set<number>() : await this.#listeningAt(address)
    const command = [...this.#host, ...all]
    const child = spawn(command[0]!, command.slice(1), {
      env: environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // At once, because a server may be killed while it waits.
    writeFileSync(join(this.#folder, link), `${child.pid} ${[...taken].join(' ')}`)
    let stderr = ''
    let problem: string | null = null
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2000)))
    child.once('error', (error) => (problem = error.message))
    child.once('close', () => (problem ??= reasonIn(stderr)))
    for (let waited = 0; !(await this.#hasLink(link)); waited += POLL_MS) {
      if (problem !== null || waited > START_TIMEOUT_MS) throw new Error(problem ?? 'pasta does not answer')
      await setTimeout(POLL_MS)
    }
    child.stderr.destroy()
    child.unref()
    return taken
  }

  /** Returns the TCP ports of the host at which something listens that gets connections to an address. */
  async #listeningAt(address: string): Promise<Set<number>> {
    const listed = await run([...this.#host, 'ss', '-Hltn'])
    const ends = listed.split('\n').map((line) => line.trim().split(/\s+/)[3] ?? '')
    const isHere = (end: string) => [address, '0.0.0.0', '*'].some((host) => end.startsWith(`${host}:`))
    return new Set(ends.filter(isHere).map((end) => Number(end.slice(end.lastIndexOf(':') + 1))))
  }

  async #hasLink(link: string): Promise<boolean> {
    return this.#namespaces.ip(this.#hub, ['link', 'show', 'dev', link]).then(
      () => true,
      () => false,
    )
  }

  /** Returns the running program of a link. Its words tell it from a later process with its number. */
  async #known(link: string): Promise<{ pid: number; words: string[]; taken: Set<number> } | null> {
    const file = await readFile(join(this.#folder, link), 'utf8').catch(() => 'none')
    const [pid, ...taken] = file.trim().split(' ').map(Number) as [number, ...number[]]
    const text = Number.isInteger(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : ''
    const words = text.split('\0').slice(0, -1)
    return words.includes(link) && words[0]?.includes('pasta') ? { pid, words, taken: new Set(taken) } : null
  }
}

/** Returns the last line that says something; the program also says that it has no system log. */
const reasonIn = (stderr: string): string =>
  stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('syslog') && !line.startsWith("Don't run as root"))
    .at(-1) ?? 'pasta ended'
