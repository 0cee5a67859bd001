/** Maximum number of paths to one destination that a router uses at a time. */
export const MAX_BGP_PATHS = 32

/** Maximum number of networks in one announce set. */
export const MAX_ANNOUNCEMENTS = 256

/** Largest autonomous system number: 32 bits (RFC 6793). */
export const MAX_ASN = 4_294_967_295
