/** Types of `install.mjs` for its tests. */
export interface InstallHost {
  platform: string
  arch: string
  uid: number | undefined
  hasApt(): boolean
  hasProgram(name: string): boolean
  canHaveMachines(): boolean
  tried(): string
}
export function missingPackages(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  host?: InstallHost,
): string[]
export function installPackages(
  packages: readonly string[],
  environment?: Record<string, string | undefined>,
  stampFile?: string,
): Promise<void>
