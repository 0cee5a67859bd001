import type { BgpAnnounceSetRow } from '../database/schema.ts'
import { bgpAnnounceSet, bgpAnnouncement, bgpAnnouncementView } from '../kinds/bgp.ts'
import { handlers } from '../kinds/handler.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { conflict } from '../kit/base/errors.ts'
import { listNamed } from '../kit/resources/named.ts'
import { type Announcement, placeAnnouncements } from './place-announcements.ts'

/** The list has no token of a next page, so it has all sets unless the request has a limit. */
const ALL = 10_000

export const announceSetHandlers = handlers({
  networkingBgpAnnounceSetList: async (context, { query }) => {
    const page = { ...query, limit: query.limit ?? ALL }
    return (await listNamed(context, bgpAnnounceSet, {}, page)).items
  },

  networkingBgpAnnounceSetUpdate: async (context, { body }) => {
    const wanted = await placeAnnouncements(context, body.announcement)
    const { name, description } = body
    const existing = await context.db
      .selectFrom('bgp_announce_set')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst()
    const set = existing
      ? await bgpAnnounceSet.update(context, { row: existing, scope: fleet }, { description })
      : await bgpAnnounceSet.create(context, fleet, { name, description }, {})
    await replaceAnnouncements(context, set, wanted)
    return bgpAnnounceSet.view(set)
  },

  networkingBgpAnnounceSetDelete: async (context, { found }) => {
    const config = await context.db
      .selectFrom('bgp_config')
      .select('name')
      .where('announce_set_id', '=', found.row.id)
      .limit(1)
      .executeTakeFirst()
    if (config) throw conflict(`announce set is in use by the BGP configuration "${config.name}"`)
    await replaceAnnouncements(context, found.row, [])
    await bgpAnnounceSet.remove(context, found)
  },

  networkingBgpAnnouncementList: async (context, { found }) =>
    (await announcementsOf(context, found.row)).map(bgpAnnouncementView),
})

const announcementsOf = ({ db }: Context, { id }: BgpAnnounceSetRow) =>
  db
    .selectFrom('bgp_announcement')
    .selectAll()
    .where('announce_set_id', '=', id)
    .orderBy('first_address')
    .orderBy('network')
    .execute()

/** Removes the announcements that the request leaves out, and adds new ones. The others stay. */
async function replaceAnnouncements(
  context: Context,
  set: BgpAnnounceSetRow,
  wanted: readonly Announcement[],
): Promise<void> {
  const keyOf = (each: Announcement) => `${each.address_lot_block_id} ${each.network}`
  const present = await announcementsOf(context, set)
  const wantedKeys = new Set(wanted.map(keyOf))
  const presentKeys = new Set(present.map(keyOf))
  for (const row of present)
    if (!wantedKeys.has(keyOf(row))) await bgpAnnouncement.remove(context, { row, scope: fleet })
  for (const each of wanted)
    if (!presentKeys.has(keyOf(each)))
      await bgpAnnouncement.create(context, fleet, {
        id: crypto.randomUUID(),
        announce_set_id: set.id,
        ...each,
      })
}
