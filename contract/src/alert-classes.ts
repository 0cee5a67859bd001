import { z } from 'zod'

/** What a class of alerts says: its documented payload, with the names that are on the wire. */
export type AlertClass = {
  readonly name: string
  readonly description: string
  /** Counts the forms of the payload. A field that is only added keeps the version. */
  readonly version: number
  /** Whether it stands for a state that ends, and needs attention until then. */
  readonly lasts: boolean
  readonly payload: z.ZodObject
}

const text = (description: string) => z.string().meta({ description })
const id = (description: string) => z.uuid().meta({ description })
const count = (description: string) => z.number().min(0).meta({ description })
const time = (description: string) => z.iso.datetime().meta({ description })

const message = text('The alert as a sentence for people')
const ofInstance = {
  message,
  instance_id: id('ID of the instance'),
  instance_name: text('Name of the instance then'),
  project_id: id('ID of its project'),
  project_name: text('Name of its project then'),
  silo_id: id('ID of its silo'),
  silo_name: text('Name of its silo then'),
}
const ofQuota = {
  message,
  silo_id: id('ID of the silo'),
  silo_name: text('Name of the silo then'),
  resource: z.enum(['cpus', 'memory', 'storage']).meta({ description: 'What the quota limits' }),
  used: count('What the silo uses: virtual CPUs, or bytes'),
  limit: count('The quota: virtual CPUs, or bytes'),
}
const ofPool = {
  message,
  pool_kind: z.enum(['ip_pool', 'subnet_pool']).meta({ description: 'The kind of the pool' }),
  pool_id: id('ID of the pool'),
  pool_name: text('Name of the pool then'),
  used: count('Addresses in use'),
  capacity: count('All addresses of the pool'),
}
const ofCertificate = {
  message,
  certificate_id: id('ID of the certificate'),
  certificate_name: text('Name of the certificate'),
  silo_id: id('ID of its silo'),
  silo_name: text('Name of its silo then'),
  time_expires: time('When the certificate ends'),
}
const ofSled = { message, sled_id: id('ID of the sled'), serial: text('Serial number of the sled') }
const ofDisk = {
  message,
  disk_id: id('ID of the physical disk'),
  serial: text('Serial number of the disk'),
  sled_id: id('ID of its sled'),
}
const ofSwitch = {
  message,
  switch_id: id('ID of the switch'),
  serial: text('Serial number of the switch'),
}
const ofMetrics = { message, since: time('Since when') }
const slot = z.enum(['switch0', 'switch1']).meta({ description: 'The switch' })
const ofUpdate = { message, version: text('The target release') }

/** The classes of alerts that a receiver can subscribe to, without the ends of those that last. */
const CAUSES = {
  'instance.failed': cause(true, 'The machine of an instance failed.', ofInstance),
  'instance.restarted': cause(false, 'The system started an instance again after a failure.', ofInstance),
  'instance.no_room': cause(true, "An instance can't start, because a quota or all sleds are full.", {
    ...ofInstance,
    reason: text('Why it does not start'),
  }),
  'quota.nearly_full': cause(true, 'A silo uses 90 % of a quota.', ofQuota),
  'quota.full': cause(true, 'A silo has used up a quota.', ofQuota),
  'pool.nearly_full': cause(true, '90 % of the addresses of a pool are in use.', ofPool),
  'pool.full': cause(true, 'All addresses of a pool are in use.', ofPool),
  'certificate.expiring': cause(true, 'A TLS certificate of a silo ends within 30 days.', ofCertificate),
  'certificate.expired': cause(true, 'A TLS certificate of a silo has ended.', ofCertificate),
  'hardware.sled.unreachable': cause(true, 'A sled does not answer or is no longer reported.', ofSled),
  'hardware.disk.unreachable': cause(true, 'A physical disk is no longer reported.', ofDisk),
  'hardware.switch.unreachable': cause(true, 'A switch is no longer reported.', ofSwitch),
  'update.started': cause(false, 'An operator set a target release.', ofUpdate),
  'update.stalled': cause(true, "An update waits for components that don't answer.", {
    ...ofUpdate,
    components: z.array(z.string()).meta({ description: 'The components, at most 100' }),
  }),
  'update.failed': cause(true, 'An update was suspended until an operator finishes a recovery.', {
    ...ofUpdate,
    reason: text('Why it was suspended'),
  }),
  'update.ended': cause(false, 'All components run the target release.', ofUpdate),
  'data_folder.nearly_full': cause(true, 'The data folder of a server is nearly full.', {
    message,
    is_full: z.boolean().meta({ description: 'Whether the server stores nothing new' }),
  }),
  'metrics.not_stored': cause(true, 'Metrics of machines have not been stored for a minute.', ofMetrics),
  'metrics.not_sent': cause(
    true,
    'Metrics of machines have not arrived at the remote write receiver for a minute.',
    ofMetrics,
  ),
  'network.bgp.down': cause(true, 'A BGP session has not been established for a minute.', {
    message,
    switch_slot: slot,
    peer: text('The peer as the switch names it'),
    address: text('Address of the peer; `::` while it is not known'),
    local_asn: z.int().min(0).meta({ description: 'Autonomous system number of the switch' }),
    state: text('State of the session, such as `active`'),
    since: time('Since when the session has the state'),
  }),
  'network.bfd.down': cause(true, 'A BFD session has been down for a minute.', {
    message,
    session_id: id('ID of the session'),
    switch_slot: slot,
    peer: text('Address of the peer'),
  }),
  'sign_in.repeated_failures': cause(true, 'Many wrong passwords were entered for a user.', {
    message,
    user_id: id('ID of the user'),
    user_name: text('Name of the user'),
    silo_id: id('ID of their silo'),
    silo_name: text('Name of their silo then'),
  }),
  'credential.created': cause(false, 'An access token of a fleet administrator was created.', {
    message,
    token_id: id('ID of the access token'),
    user_id: id('ID of its user'),
    user_name: text('Name of its user then'),
    silo_id: id('ID of their silo'),
    silo_name: text('Name of their silo then'),
    time_expires: z.iso.datetime().nullable().meta({ description: 'When the token ends; null for never' }),
  }),
} as const satisfies Record<string, Omit<AlertClass, 'name'>>

export type CauseName = keyof typeof CAUSES
/** Names of the classes that last until their cause has ended. */
export type LastingName = {
  [Name in CauseName]: (typeof CAUSES)[Name]['lasts'] extends true ? Name : never
}[CauseName]
/** The payload of a class. */
export type PayloadOf<Name extends CauseName> = z.infer<(typeof CAUSES)[Name]['payload']>

/** The payload of the end of an alert that lasts. */
export const ResolvedPayload = z.object({
  message,
  alert_id: id('ID of the alert whose cause has ended'),
  alert_class: text('Its class'),
  time_created: time('When it was raised'),
  alert: z.unknown().meta({ description: 'Its payload' }),
})

const resolved = (name: string): AlertClass => ({
  name: resolvedName(name),
  description: `The cause of an alert of the class ${name} ended at least five minutes ago.`,
  version: 1,
  lasts: false,
  payload: ResolvedPayload,
})

/** Returns the class of the end of an alert that lasts. */
export const resolvedName = (name: string): string => `${name}.resolved`

/** Every class that a receiver can subscribe to, by name. */
export const ALERT_CLASSES: readonly AlertClass[] = Object.entries<Omit<AlertClass, 'name'>>(CAUSES)
  .flatMap(([name, of]): AlertClass[] => [{ name, ...of }, ...(of.lasts ? [resolved(name)] : [])])
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** The class of the deliveries that test a receiver. Nobody can subscribe to it. */
export const PROBE_CLASS: AlertClass = {
  name: 'probe',
  description: 'Tests a receiver. Every receiver gets it when it is probed.',
  version: 1,
  lasts: false,
  payload: z.object({}),
}

/** Returns a class by its name. */
export const alertClass = (name: string): AlertClass | undefined =>
  ALERT_CLASSES.find((each) => each.name === name)

function cause<const Lasts extends boolean, Shape extends z.ZodRawShape>(
  lasts: Lasts,
  description: string,
  shape: Shape,
) {
  return { lasts, description, version: 1, payload: z.object(shape) }
}
