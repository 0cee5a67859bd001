import { SILO_INSTANCE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  amount,
  choice,
  type Compared,
  flag,
  hasText,
  imageOfDisk,
  isWithin,
  taggedSources,
  of,
  reference,
  type Source,
  text,
  time,
} from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'

/** A condition on the boot disk. It reads rows by key. */
const bootDisk = (has: (compared: Compared) => RawBuilder<boolean>): Source => ({
  columns: ['boot_disk_id'],
  has: (compared, row) => sql`exists (select 1 from disk
    where disk.id = ${of(row, 'boot_disk_id')} and ${has(compared)})`,
})

/** The operating system of the image that the boot disk was made from, if the caller may see that. */
const bootSystem = bootDisk(
  (compared) => sql`exists (select 1 from image where image.id = disk.image_id
    and ${hasText(sql.ref('image.os'), compared)} and ${compared.isVisible('image.project_id')})`,
)

/** External addresses, also those for outbound traffic only, and the addresses of interfaces. */
const addresses: Source = {
  columns: ['id'],
  has: ({ value }, row) => sql`exists (select 1 from external_ip
      where external_ip.instance_id = ${of(row, 'id')} and ${isWithin(sql.ref('external_ip.ip'), value)})
    or exists (select 1 from network_interface where network_interface.instance_id = ${of(row, 'id')}
      and (${isWithin(sql.ref('network_interface.ipv4'), value)} or ${isWithin(sql.ref('network_interface.ipv6'), value)}))`,
}

/** Where the fields are by which lists of instances are filtered. */
export const instanceSources = {
  ...taggedSources,
  state: choice('run_state'),
  changed: time('time_run_state_updated'),
  vcpus: amount('ncpus'),
  memory: amount('memory'),
  address: addresses,
  image: bootDisk((compared) => imageOfDisk.has(compared, 'disk')),
  os: bootSystem,
  hostname: text('hostname'),
  protected: flag('deletion_protected'),
}

/** The same for lists of several projects. */
export const siloInstanceFilter = listFilter(SILO_INSTANCE_FIELDS, {
  ...instanceSources,
  project: reference('project', 'project_id'),
})
