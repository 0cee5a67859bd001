import { isUuid } from '@granary/domain/names.ts'
import { ask } from '../commands/confirm.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import type { Target, World } from '../target.ts'
import type { Everyday } from './everyday.ts'

type Plan = { total: number; contents: { kind: string; count: number; first: { name: string }[] }[] }

/**
 * `granary project delete NAME` says what is in the project. At a terminal it offers to delete all of it; a script, which nobody can
 * answer for, is told the command that does so.
 */
export const projectDelete: Everyday = {
  example: 'my-project',
  async confirm(world, target, targets, given) {
    const plans = await Promise.all(targets.map((name) => planOf(world, target, name)))
    const full = targets.flatMap((name, at) => (plans[at]?.total ? [{ name, plan: plans[at] }] : []))
    const [first] = full
    if (!first) return true
    const { name, plan } = first
    const inside = `project "${name}" is not empty: it has ${contentsOf(plan)}`
    const command = `granary project delete-with-contents ${name} --name ${isUuid(name) ? 'NAME' : name}`
    if (!world.input.isTTY || given.yes || targets.length > 1)
      throw new CommandError(EXIT.refused, `${inside}. \`${command}\` deletes the project with all of it`)
    world.err.write(`The ${inside}.\n`)
    const called = isUuid(name) ? await nameOf(world, target, name) : name
    const typed = await ask(world, `To delete all of it with the project, type the project's name: `)
    if (typed !== called) throw new CommandError(EXIT.interrupted, 'nothing was deleted')
    await askJson(
      target,
      {
        method: 'POST',
        path: `/experimental/v1/projects/${encodeURIComponent(name)}/delete-with-contents`,
        body: { type: 'application/json', content: JSON.stringify({ name: called }) },
      },
      world.interrupted,
    )
    world.err.write('It is being deleted; `granary bulk-job list` shows how far it is.\n')
    return false
  },
}

/** Returns what a project has; null where the server can't tell, or refuses, which the deletion then says itself. */
async function planOf({ interrupted }: World, target: Target, name: string): Promise<Plan | null> {
  try {
    const path = `/experimental/v1/projects/${encodeURIComponent(name)}/deletion-plan`
    return await askJson<Plan>(target, { method: 'GET', path }, interrupted)
  } catch (error) {
    if (error instanceof RefusedError) return null
    throw error
  }
}

const nameOf = async ({ interrupted }: World, target: Target, id: string): Promise<string> =>
  (await askJson<{ name: string }>(target, { method: 'GET', path: `/v1/projects/${id}` }, interrupted)).name

/** Names of each kind that are listed. */
const MAX_NAMES = 3

function contentsOf({ contents }: Plan): string {
  return contents
    .map(({ kind, count, first }) => {
      const names = first.slice(0, MAX_NAMES).map(({ name }) => name)
      const more = count > names.length ? ' and more' : ''
      return `${count} ${kind.replaceAll('-', ' ').replace(/\b(vpc|ip)\b/g, (word) => word.toUpperCase())}${count === 1 ? '' : 's'} (${names.join(', ')}${more})`
    })
    .join(', ')
}
