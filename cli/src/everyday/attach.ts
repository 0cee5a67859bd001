import { isUuid } from '@granary/domain/names.ts'
import { CommandError } from '../exit-codes.ts'
import { askJson } from '../http.ts'
import type { Target, World } from '../target.ts'

/** A new resource of a project. */
export type Made = { id: string; name: string; project_id: string }

/**
 * Attaches a new disk or address to an instance of its project.
 * @param how the path of the request for an instance, and its body.
 * @returns the disk or address as it is then.
 * @throws CommandError that says that it was created, and why it is not attached.
 */
export async function attachNew(
  { interrupted }: World,
  target: Target,
  made: { noun: string; path: string; item: Made },
  how: { path: string; body: object; project: boolean },
): Promise<unknown> {
  try {
    await askJson(
      target,
      {
        method: 'POST',
        path: how.path,
        ...(how.project && { query: new URLSearchParams({ project: made.item.project_id }) }),
        body: { type: 'application/json', content: JSON.stringify(how.body) },
      },
      interrupted,
    )
    return await askJson(target, { method: 'GET', path: `${made.path}/${made.item.id}` }, interrupted)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(
      error.exitCode,
      `${made.noun} "${made.item.name}" was created, but not attached: ${error.message}`,
    )
  }
}

/** Whether a name needs its project; an ID refuses one. */
export const needsProject = (instance: string): boolean => !isUuid(instance)
