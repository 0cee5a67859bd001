import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { type Tag, type TaggedKind, taggedKinds } from '@granary/domain/tags.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { MAX_COUNTED } from '../kit/request/list-total.ts'
import { hasText } from '../kit/resources/filter-sources.ts'

type Use = Tag & { count: number }
export type TagQuery = {
  kind?: TaggedKind | undefined
  key?: string | undefined
  contains?: string | undefined
}

const TABLES: Record<TaggedKind, string> = {
  'affinity-group': 'affinity_group',
  'anti-affinity-group': 'anti_affinity_group',
  disk: 'disk',
  'external-subnet': 'external_subnet',
  'floating-ip': 'external_ip',
  image: 'image',
  instance: 'instance',
  'internet-gateway': 'internet_gateway',
  snapshot: 'snapshot',
  vpc: 'vpc',
  'vpc-router': 'vpc_router',
  'vpc-subnet': 'vpc_subnet',
}
const IN_VPC: readonly TaggedKind[] = ['internet-gateway', 'vpc-router', 'vpc-subnet']

/**
 * Returns the first tags of the resources of a project, by key and value, each with the number of resources that have it. Of each kind,
 * the first 10,000 resources with tags are read.
 */
export async function tagsInUse(context: Context, projectId: string, query: TagQuery): Promise<Use[]> {
  const counts = new Map<string, Use>()
  for (const kind of query.kind ? [query.kind] : taggedKinds)
    for (const { key, value, count } of await usesOf(context, projectId, kind, query)) {
      // No key has this character.
      const name = `${key}=${value}`
      counts.set(name, { key, value, count: (counts.get(name)?.count ?? 0) + Number(count) })
    }
  return [...counts.values()].toSorted(byTag).slice(0, MAX_BULK_ITEMS)
}

const byTag = (one: Tag, other: Tag): number => compare(one.key, other.key) || compare(one.value, other.value)
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

function usesOf(
  { db, engine }: Context,
  projectId: string,
  kind: TaggedKind,
  { key, contains }: TagQuery,
): Promise<readonly Use[]> {
  const inProject = IN_VPC.includes(kind)
    ? sql`vpc_id in (select id from vpc where project_id = ${projectId})`
    : sql`project_id = ${projectId}`
  const pairs =
    engine === 'postgres'
      ? sql`jsonb_each_text(tagged.tags::jsonb) as tag (key, value)`
      : sql`json_each(tagged.tags) as tag`
  // The order of both engines must be that of the merged list.
  const bytes = engine === 'postgres' ? sql` collate "C"` : sql``
  const conditions: RawBuilder<unknown>[] = [sql`1 = 1`]
  if (key !== undefined) conditions.push(sql`tag.key = ${key}`)
  if (contains)
    conditions.push(hasText(sql`tag.key || '=' || tag.value`, { engine, operator: '', value: contains }))
  return db
    .selectFrom(
      sql<Use>`(select tag.key as key, tag.value as value, count(*) as count
        from (select tags from ${sql.table(TABLES[kind])}
          where ${inProject} and tags <> '{}' limit ${sql.lit(MAX_COUNTED)}) as tagged, ${pairs}
        where ${sql.join(conditions, sql` and `)}
        group by tag.key, tag.value
        order by tag.key${bytes}, tag.value${bytes} limit ${sql.lit(MAX_BULK_ITEMS)})`.as('uses'),
    )
    .selectAll()
    .execute()
}
