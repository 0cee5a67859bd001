import { readdir, readlink, stat } from 'node:fs/promises'
import { startHolder } from './holder.ts'
import { run } from './run.ts'

/** Network namespaces by their names, with what runs programs in them. */
export interface Namespaces {
  /** Words before a program that runs in a namespace. */
  enter(name: string): string[]
  /** Runs `ip` in a namespace, with access to the names of all. */
  ip(name: string, words: readonly string[], input?: string): Promise<string>
  /** Makes a namespace if it is missing. @returns whether it was. */
  add(name: string): Promise<boolean>
  /** Deletes the name; the namespace ends when no process is in it. */
  remove(name: string): Promise<void>
  list(): Promise<string[]>
  /** Returns what tells the namespace of a name from others; null if the name has none. */
  idOf(name: string): Promise<number | null>
  /** Gives a namespace that has lost its name, but which a process is in, its name again. @returns whether there is one. */
  rename(name: string, id: number): Promise<boolean>
  /** Returns the IDs of the processes in a namespace. */
  processes(name: string): Promise<number[]>
  /** Words by which `pasta` enters a namespace. */
  pasta(name: string): string[]
  /** Whether they belong to a user namespace. */
  rootless: boolean
}

/** Where `ip netns` has the names. */
const FOLDER = '/run/netns'

/**
 * Returns the namespaces of this host, for root; or those of a user namespace, for an ordinary user.
 * @param options.as words before every command, such as those that make it one of another user.
 */
export async function openNamespaces(options: {
  folder: string
  rootless: boolean
  as: readonly string[]
}): Promise<Namespaces> {
  const { as, rootless } = options
  const holder = rootless ? await startHolder(options.folder, as) : null
  const inside = holder === null ? [] : ['nsenter', '-t', String(holder), '--preserve-credentials', '-U']
  const folder = holder === null ? FOLDER : `/proc/${holder}/root${FOLDER}`
  const ip = [...as, ...inside, ...(holder === null ? [] : ['-m', '-n']), 'ip']
  const names = async (): Promise<string[]> => (await run([...ip, 'netns', 'list'])).match(/^\S+/gm) ?? []
  return {
    enter: (name) => [...as, ...(inside.length > 0 ? inside : ['nsenter']), `--net=${folder}/${name}`],
    ip: (name, words, input) => run([...ip, '-n', name, ...words], input),
    add: async (name) => {
      if ((await names()).includes(name)) return false
      await run([...ip, 'netns', 'add', name])
      return true
    },
    remove: async (name) => {
      if ((await names()).includes(name)) await run([...ip, 'netns', 'del', name])
    },
    list: names,
    idOf: (name) => idOf(`${folder}/${name}`),
    rename: async (name, id) => {
      const pid = await processIn(id)
      if (pid === null) return false
      await run([...ip, 'netns', 'attach', name, String(pid)])
      return true
    },
    processes: async (name) => ((await run([...ip, 'netns', 'pids', name])).match(/\d+/g) ?? []).map(Number),
    pasta: (name) =>
      holder === null
        ? ['--runas', '0', '--netns', `${folder}/${name}`]
        : ['--userns', `/proc/${holder}/ns/user`, '--netns', `${folder}/${name}`],
    rootless,
  }
}

async function idOf(path: string): Promise<number | null> {
  const [own, found] = await Promise.all([stat('/proc/self/ns/net'), stat(path).catch(() => null)])
  // Without a namespace, a name is an empty file of another file system.
  return found?.dev === own.dev ? found.ino : null
}

async function processIn(id: number): Promise<number | null> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    if ((await readlink(`/proc/${name}/ns/net`).catch(() => '')) === `net:[${id}]`) return Number(name)
  }
  return null
}
