import type { siloBelongings } from '@granary/contract/silo-deletion.ts'
import type { Database } from '../database/schema.ts'
import { keysOf } from '../kit/base/keys.ts'
import type { Context } from '../kit/context/context.ts'
import { anyTable } from '../kit/sql/any-table.ts'

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
  for (const kind of keysOf(TABLES)) {
    const table = TABLES[kind]
    const { count } = await anyTable(db, table)
      .selectFrom(table)
      .select((select) => select.fn.countAll().as('count'))
      .where('silo_id', '=', siloId)
      .executeTakeFirstOrThrow()
    if (Number(count) > 0) counts.push({ kind, count: Number(count) })
  }
  return counts
}
