import { bgpConfig } from '../kinds/bgp.ts'
import { finders } from '../kinds/finders.ts'
import { handlers } from '../kinds/handler.ts'
import { asField } from '../kit/base/at-field.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { conflict } from '../kit/base/errors.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'

export const bgpConfigHandlers = handlers({
  networkingBgpConfigList: async (context, { query }) => listNamed(context, bgpConfig, {}, query),

  networkingBgpConfigCreate: async (context, { body }) => {
    await refuseTakenAsn(context, body.asn)
    const row = await bgpConfig.create(context, fleet, body, {
      asn: body.asn,
      max_paths: body.maxPaths,
      vrf: body.vrf ?? null,
      announce_set_id: await announceSetId(context, body.bgpAnnounceSetId),
    })
    return bgpConfig.view(row)
  },

  networkingBgpConfigUpdate: async (context, { body, found }) => {
    const values = {
      ...identityChanges(body),
      ...(body.maxPaths != null && { max_paths: body.maxPaths }),
      ...(body.bgpAnnounceSetId != null && {
        announce_set_id: await announceSetId(context, body.bgpAnnounceSetId),
      }),
    }
    return bgpConfig.view(await bgpConfig.update(context, found, values))
  },

  networkingBgpConfigDelete: async (context, { found }) => {
    const settings = await context.db
      .selectFrom('switch_port_settings_bgp')
      .innerJoin('switch_port_settings', 'switch_port_settings.id', 'port_settings_id')
      .select('switch_port_settings.name')
      .where('bgp_config_id', '=', found.row.id)
      .limit(1)
      .executeTakeFirst()
    if (settings) throw conflict(`the switch port settings "${settings.name}" use the BGP configuration`)
    await bgpConfig.remove(context, found)
  },
})

/** @throws ApiError 409 if another configuration has the autonomous system number. */
async function refuseTakenAsn({ db }: Context, asn: number): Promise<void> {
  const other = await db.selectFrom('bgp_config').select('name').where('asn', '=', asn).executeTakeFirst()
  if (other)
    throw conflict(`the BGP configuration "${other.name}" has the ASN ${asn} already`).at(
      'asn',
      'already_exists',
    )
}

async function announceSetId(context: Context, nameOrId: string): Promise<string> {
  const { row } = await asField('bgp_announce_set_id', () =>
    finders['bgp-announce-set'](context, { announceSet: nameOrId }, 'modify'),
  )
  return row.id
}
