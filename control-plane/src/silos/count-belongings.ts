import type { siloBelongings } from '@granary/contract/silo-deletion.ts'
import type { Database } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'

type Belonging = (typeof siloBelongings)[number]

const TABLES = {
  'silo-user': 'silo_user',
  'silo-group': 'silo_group',
  'saml-identity-provider': 'saml_provider',
  'scim-token': 'scim_token',
  certificate: 'certificate',
} as const satisfies Record<Belonging, keyof Database>

/** Counts the resources that are deleted together with a silo. Omits kinds without any. */
export async function belongingsOf({ db }: Context, siloId: string) {
  const counts: { kind: Belonging; count: number }[] = []
  for (const [kind, table] of Object.entries(TABLES)) {
    const { count } = await db
      .selectFrom(table as 'silo_user')
      .select((select) => select.fn.countAll().as('count'))
      .where('silo_id', '=', siloId)
      .executeTakeFirstOrThrow()
    if (Number(count) > 0) counts.push({ kind: kind as Belonging, count: Number(count) })
  }
  return counts
}
