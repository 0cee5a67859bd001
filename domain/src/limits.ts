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

/** Maximum virtual CPUs of a quota: beyond any hardware, and exact in every database engine. */
export const MAX_QUOTA_CPUS = 4_294_967_295

/** Maximum number of event streams of one user on one server. Windows of a browser share a few connections. */
export const MAX_EVENT_STREAMS_PER_USER = 32

/** Maximum validity of a SCIM token with an expiry, in seconds: ten years. */
export const MAX_SCIM_TOKEN_TTL = 315_360_000
