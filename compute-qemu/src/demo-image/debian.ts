import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A Debian system that can fetch packages and unpack them, without root. */
export type Debian = {
  /** Returns the names of the packages that a package needs, itself included. */
  closure(name: string): Promise<string[]>
  /** Fetches packages and unpacks them into a folder. Nothing is installed. */
  unpack(names: readonly string[], folder: string): Promise<void>
}

/**
 * Prepares apt's lists of packages: the system's, or own ones where it has none.
 * @param folder for the downloaded files.
 * @throws Error with a sentence for people on a system without apt, or without a way to its packages.
 */
export async function openDebian(folder: string): Promise<Debian> {
  const lists = join(folder, 'lists')
  const archives = join(folder, 'archives')
  await mkdir(join(lists, 'partial'), { recursive: true })
  await mkdir(archives, { recursive: true })
  const system = ['-o', 'APT::Sandbox::User=']
  const own = [...system, '-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${join(folder, 'cache')}`]
  let options = system
  const apt = async (program: string, ...args: string[]): Promise<string> => {
    try {
      return (await run(program, [...options, ...args], { cwd: archives, maxBuffer: 2 ** 26 })).stdout
    } catch (error) {
      const { code, stderr = '' } = error as { code?: string; stderr?: string }
      if (code === 'ENOENT')
        throw new Error(`The demo image is made from Debian packages, and this system has no ${program}.`)
      throw new Error(`${program} ${args.join(' ')} failed: ${stderr.trim()}`, { cause: error })
    }
  }
  try {
    await apt('apt-cache', 'show', 'busybox-static')
  } catch {
    options = own
    await mkdir(join(folder, 'cache/archives/partial'), { recursive: true })
    await apt('apt-get', 'update', '-q')
  }
  return {
    async closure(name) {
      const hard = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances']
      const names = await apt(
        'apt-cache',
        'depends',
        '--recurse',
        ...hard.map((kind) => `--no-${kind}`),
        name,
      )
      return names.split('\n').filter((line) => /^[a-z0-9]/.test(line))
    },
    async unpack(names, to) {
      await apt('apt-get', 'download', '-q', ...names)
      await mkdir(to, { recursive: true })
      for (const file of await readdir(archives)) {
        if (names.some((name) => file.startsWith(`${name}_`)))
          await run('dpkg-deb', ['-x', join(archives, file), to])
      }
    },
  }
}
