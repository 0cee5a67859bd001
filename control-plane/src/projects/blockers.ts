import type { Kind } from '@granary/domain/kinds.ts'
import { contentKinds } from '../kinds/project-contents.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'

/** @throws ApiError 400 naming the first resource that the project still contains. */
export async function refuseWhileInUse({ db }: Context, projectId: string): Promise<void> {
  for (const { kind, rows } of contentKinds) {
    // A subnet is in a VPC, which the message names instead.
    if (kind === 'vpc-subnet') continue
    const row = await rows(db, [projectId]).limit(1).executeTakeFirst()
    if (row) throw invalidRequest(`project to be deleted contains ${withArticle(kind)}: ${row.name}`)
  }
}

/** `floating-ip` → `a floating ip`. */
const withArticle = (kind: Kind): string =>
  `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind.replaceAll('-', ' ')}`
