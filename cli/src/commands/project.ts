import { isUuid } from '@granary/domain/names.ts'
import { configPath, readConfig } from '../config.ts'
import { usage } from '../exit-codes.ts'
import type { World } from '../target.ts'
import type { Flags } from '@granary/contract/commands/flags.ts'
import { type Given, textIn } from './given.ts'

/**
 * Adds the default project to the flags: where the operation needs a project, or where an argument is a name, which is
 * only unique in a project.
 * @throws CommandError 2 if the operation needs a project and there is none.
 */
export function withProject(world: World, { query }: Flags, args: readonly string[], given: Given): Given {
  const field = query.find(({ name }) => name === 'project')
  if (!field || given.project !== undefined) return given
  if (field.required) return { ...given, project: requiredProject(world, given) }
  // `--instance web` names a resource too.
  const references = query.filter(
    ({ name, kind, choices }) => kind === 'text' && !choices.length && name !== 'name_contains',
  )
  const named = [...args, ...references.flatMap(({ flag }) => textIn(given, flag) ?? [])]
  const project = named.some((arg) => !isUuid(arg)) ? defaultProject(world) : null
  return project === null ? given : { ...given, project }
}

/** Returns the project of the flags, or the default. @throws CommandError 2 if there is neither. */
export function requiredProject(world: World, given: { project?: unknown }): string {
  const project = textIn(given, 'project') ?? defaultProject(world)
  if (project === null) throw usage('--project is required; `granary config set project NAME` sets a default')
  return project
}

/** Returns the default project: from GRANARY_PROJECT, or of `granary config`. */
export const defaultProject = ({ environment }: World): string | null =>
  environment.GRANARY_PROJECT || readConfig(configPath(environment)).project
