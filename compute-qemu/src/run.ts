import { execFile } from 'node:child_process'

/**
 * Returns the environment of programs: what they need, such as `systemd-run` to find the user's manager, and no secrets of the
 * server.
 */
export function environment(): Record<string, string | undefined> {
  const { PATH, XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS } = process.env
  return { PATH, XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS }
}

/** Runs a program to its end and returns its output. @throws Error with the program's own message. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = { ...options, env: environment(), maxBuffer: 16 * 1024 * 1024 }
    execFile(program, args, all, (error, output, messages) => {
      if (error) reject(new Error(`${program} failed: ${messages.trim() || error.message}`, { cause: error }))
      else resolve(output)
    })
  })
}
