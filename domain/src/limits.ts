// Sizes of requests: what one request may carry at most. Rules that users meet sooner (12 disks, 8 interfaces) have their own
// messages; these keep a request's price low when it ignores them.

/** Disks, interfaces, addresses or groups that one request may list. */
export const MAX_LISTED = 64

/** Transit networks of an interface, for each address family. */
export const MAX_TRANSIT_IPS = 64

/** PEM text of a certificate chain or a key, in characters. A chain has a few thousand. */
export const MAX_PEM_LENGTH = 65_536

/** Metadata of an identity provider in base64, in characters; federations' documents for one provider stay below 100,000. */
export const MAX_METADATA_LENGTH = 700_000

/** Virtual CPUs of a quota: beyond any hardware, and still exact in every database. */
export const MAX_QUOTA_CPUS = 4_294_967_295
