const SECOND = 1000
const MINUTE = 60 * SECOND

/** A limit on failed attempts. */
export type AttemptLimit = {
  /** Failures within the window before further attempts are refused. */
  allowed: number
  /** Time since the first failure until all of them are forgotten; milliseconds. */
  window: number
  /** Beyond the limit, one attempt is still allowed per interval; milliseconds. Without it, none is until the window ends. */
  thenEvery?: number
}

/**
 * The limits on guessing passwords and codes. An attempt counts against every limit that concerns it before it is
 * checked, and is given back when it was right. Addresses are IPv4 addresses and IPv6 networks of 64 bits.
 */
export const ATTEMPT_LIMITS = {
  /**
   * Passwords of one user name from one address, or from a browser that the user has signed in with. Attempts at other addresses and in
   * other browsers don't count, so they can't lock the user out.
   */
  nameAtAddress: { allowed: 10, window: 15 * MINUTE },
  /** Passwords of any names from one address, except from browsers that their user has signed in with. Many people may share one. */
  address: { allowed: 50, window: 15 * MINUTE },
  /**
   * Passwords of one user name from all addresses and browsers that the user has not signed in from lately. Beyond it, `nameInNetwork`
   * decides, because many addresses together could otherwise lock a user out.
   */
  name: { allowed: 100, window: 15 * MINUTE },
  /**
   * Passwords of one user name from one large network, beyond the limit of the name. It slows down and doesn't lock. Attackers use up
   * the attempts of the networks that they have addresses in, and of no other. There are some 200 such networks of IPv4, so that
   * addresses all over the world get 7 attempts a second.
   */
  nameInNetwork: { allowed: 1, window: 15 * MINUTE, thenEvery: 30 * SECOND },
  /** One-time codes and recovery codes of one user. The password was right, so only that user and a thief get here. */
  secondFactor: { allowed: 10, window: 15 * MINUTE },
  /** Codes of devices that one signed-in user enters. */
  deviceCode: { allowed: 10, window: 15 * MINUTE },
  /** Codes of devices that are entered at one address. */
  deviceCodeAtAddress: { allowed: 50, window: 15 * MINUTE },
  /**
   * Refused answers of identity providers from one address. There is nothing to guess in them, but each takes work to check. A page
   * can make its visitors post them, so they don't count against answers to requests of that address.
   */
  samlAnswerAtAddress: { allowed: 50, window: 15 * MINUTE },
  /** Refused answers to requests that began at the same address. */
  samlAnswerToRequest: { allowed: 50, window: 15 * MINUTE },
} as const satisfies Record<string, AttemptLimit>

/** Name of a limit. */
export type AttemptLimitName = keyof typeof ATTEMPT_LIMITS

/** Number of addresses of a user, and of browsers, that are remembered after a sign-in, the latest first. */
export const MAX_KNOWN_ADDRESSES = 20

/** Time for which an address or browser of a user is remembered after their last sign-in from it; milliseconds. */
export const KNOWN_ADDRESS_LIFETIME = 90 * 24 * 60 * MINUTE
