import type { BgpAnnouncementRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { logged } from '../kit/resources/logged.ts'
import { identityView } from '../kit/resources/resource.ts'

/** Networks that switches announce to their BGP peers. */
export const bgpAnnounceSet = kind({
  kind: 'bgp-announce-set',
  table: 'bgp_announce_set',
  selector: 'announceSet',
  parent: null,
  view: identityView,
})

/** Returns an announcement in its API form. */
export const bgpAnnouncementView = (row: BgpAnnouncementRow) => ({
  announceSetId: row.announce_set_id,
  addressLotBlockId: row.address_lot_block_id,
  network: row.network,
})

/** A network of an announce set. */
export const bgpAnnouncement = logged({
  kind: 'bgp-announcement',
  table: 'bgp_announcement',
  name: (row) => row.network,
  parentColumn: 'announce_set_id',
  view: bgpAnnouncementView,
})

/** An autonomous system that switches can take part in. */
export const bgpConfig = kind({
  kind: 'bgp-config',
  table: 'bgp_config',
  selector: 'bgpConfig',
  parent: null,
  view: (row) => ({
    ...identityView(row),
    asn: row.asn,
    maxPaths: row.max_paths,
    vrf: row.vrf,
    bgpAnnounceSetId: row.announce_set_id,
  }),
})
