// Maximum sizes of one request. Limits that users meet sooner (12 disks, 8 interfaces) have their own messages; these
// bound the cost of a request that ignores them.

/** Maximum number of disks, interfaces, addresses or groups in one request. */
export const MAX_LISTED = 64

/** Maximum number of transit networks of an interface, per address family. */
export const MAX_TRANSIT_IPS = 64

/** Maximum length of a PEM certificate chain or key, in characters. A typical chain has a few thousand. */
export const MAX_PEM_LENGTH = 65_536

/**
 * Maximum length of an identity provider's metadata in base64, in characters. Federations publish less than 100,000 per
 * provider.
 */
export const MAX_METADATA_LENGTH = 700_000

/** Maximum length of the page that a sign-in opens, in characters; identity providers return it as `RelayState`. */
export const MAX_RELAY_STATE = 8_192

/** Maximum virtual CPUs of a quota: beyond any hardware, and exact in every database engine. */
export const MAX_QUOTA_CPUS = 4_294_967_295

/** Maximum validity of a SCIM token with an expiry, in seconds: ten years. */
export const MAX_SCIM_TOKEN_TTL = 315_360_000

/** A limit on how many of something there may be at a time. */
export type Limit = {
  max: number
  /** In the plural. */
  things: string
  /** The owner that may have that many. */
  per: 'user' | 'project' | 'vpc' | 'router' | 'silo' | 'fleet' | 'address' | 'provider'
  /** What the caller can do about it, or what happens. */
  remedy: string
  /** Whether it ends without the caller, so that the same request may succeed later. */
  endsByItself: boolean
}

/**
 * How much of something there may be at a time, so that one user or silo can't take what others need. Every limit is
 * enforced with the same words (`kit/base/limit.ts` of the control plane), and docs/limits.md lists them.
 */
export const LIMITS = {
  sshKeys: limit(100, 'SSH keys', 'user', 'delete one that you no longer use'),
  accessTokens: limit(100, 'access tokens', 'user', 'delete one that you no longer use'),
  sessions: limit(50, 'sessions', 'user', 'the one used least recently ends'),
  projects: limit(10_000, 'projects', 'silo', 'delete one that is not needed'),
  users: limit(100_000, 'users', 'silo', 'delete one that is no longer needed'),
  groups: limit(10_000, 'groups', 'silo', 'delete one that is no longer needed'),
  // Every change of access makes the server read all groups of a user again.
  memberships: limit(1_000, 'group memberships', 'user', 'take the user out of a group that is not needed'),
  // Stopped instances count against no quota.
  instances: limit(20_000, 'instances', 'project', 'delete one that is not needed'),
  affinityGroups: limit(1_000, 'affinity groups', 'project', 'delete one that is not needed'),
  antiAffinityGroups: limit(1_000, 'anti-affinity groups', 'project', 'delete one that is not needed'),
  probes: limit(16, 'probes', 'project', 'delete one that is not needed'),
  // Lists have them whole, with user data of up to 44 KiB.
  instanceTemplates: limit(100, 'instance templates', 'project', 'delete one that is not needed'),
  vpcs: limit(256, 'VPCs', 'project', 'delete one that is not needed'),
  // Finding out whether a packet arrives, and sending a network to its hosts, reads all of them.
  interfaces: limit(4_096, 'network interfaces', 'vpc', 'use another VPC'),
  subnets: limit(128, 'subnets', 'vpc', 'delete one that is not needed'),
  routers: limit(32, 'routers', 'vpc', 'delete one that is not needed'),
  routes: limit(128, 'routes', 'router', 'delete one that is not needed'),
  internetGateways: limit(32, 'internet gateways', 'vpc', 'delete one that is not needed'),
  certificates: limit(50, 'certificates', 'silo', 'delete one that has expired'),
  identityProviders: limit(20, 'identity providers', 'silo', 'delete one that is no longer used'),
  scimTokens: limit(20, 'SCIM tokens', 'silo', 'delete one that is no longer used'),
  // Each has a lane of its own, so that a slow one delays no other.
  alertReceivers: limit(64, 'alert receivers', 'fleet', 'delete one that is no longer used'),
  trustRoots: limit(32, 'trust roots', 'fleet', 'delete one that is no longer used'),
  externalSubnets: limit(1_024, 'external subnets of one pool', 'silo', 'delete one that is not needed'),
  addresses: limit(1_024, 'external addresses of one pool', 'silo', 'release one that is not needed'),
  multicastGroups: limit(1_024, 'multicast groups of one pool', 'silo', 'leave one that is not needed'),
  bulkJobs: passing(10, 'unfinished bulk jobs', 'user', 'wait until one of them is done'),
  endedBulkJobs: limit(100, 'finished bulk jobs', 'user', 'the oldest one is deleted with its results'),
  imageFetches: passing(4, 'unfinished image fetches', 'silo', 'wait until one of them is done'),
  endedFetches: limit(100, 'image fetches that have ended', 'user', 'the one that ended first is deleted'),
  eventStreams: passing(32, 'open event streams', 'user', 'close one before you open another'),
  // Each reads up to 64 MiB of a disk, and the threads that compute digests compute password hashes too.
  blockDigests: passing(
    4,
    'unanswered requests for digests of blocks',
    'user',
    'wait until one of them is answered',
  ),
  consoles: passing(32, 'open serial consoles', 'user', 'close one before you open another'),
  siloConsoles: passing(512, 'open serial consoles', 'silo', 'close one before you open another'),
  samlRequests: passing(
    1_000,
    'unanswered sign-in requests',
    'provider',
    'the oldest one of the address with the most is forgotten',
  ),
  // A thread checks one after the other, which takes up to 0.7 seconds.
  samlChecks: passing(100, 'unchecked answers of identity providers', 'silo', 'sign in again'),
  samlMetadata: passing(
    20,
    'unchecked metadata of identity providers',
    'silo',
    'wait until one of them is checked',
  ),
  deviceRequests: passing(
    100,
    'devices that wait for a user to confirm their code',
    'address',
    'wait until codes have expired, after five minutes',
  ),
  timeseriesQueries: passing(32, 'unfinished time series queries', 'user', 'wait until one of them is done'),
  // They are kept for months, and a request of a kilobyte may write megabytes of them.
  logEntries: passing(
    512,
    'MiB of changes, with their entries in the logs, in an hour',
    'silo',
    'wait until the next hour; deleting and withdrawing access go on',
  ),
  connections: passing(1_024, 'open connections', 'address', 'close one before you open another'),
} satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

function limit(max: number, things: string, per: Limit['per'], remedy: string): Limit {
  return { max, things, per, remedy, endsByItself: false }
}

function passing(max: number, things: string, per: Limit['per'], remedy: string): Limit {
  return { max, things, per, remedy, endsByItself: true }
}

/**
 * Returns the sentence of a refusal: "limit reached: a user may have at most 100 SSH keys; delete one …".
 * @param max where an operator has set another maximum.
 */
export function limitMessage(name: LimitName, max: number = LIMITS[name].max): string {
  const { things, per, remedy } = LIMITS[name]
  return `limit reached: ${ARTICLES[per]} may have at most ${max} ${things}; ${remedy}`
}

const ARTICLES = {
  user: 'a user',
  project: 'a project',
  vpc: 'a VPC',
  router: 'a router',
  silo: 'a silo',
  fleet: 'the fleet',
  address: 'an address',
  provider: 'an identity provider',
}
