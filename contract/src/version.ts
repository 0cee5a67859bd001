/** The version of the API that this contract describes: year, month, day and a number of that day. */
export const API_VERSION = '2026081901.0.0'
/** The oldest that a client may ask for; the answers are those of {@link API_VERSION} all the same, which only adds to it. */
const OLDEST_API_VERSION = '2025112000.0.0'

/** Whether what a client asks for in the header `api-version` can be had; nothing means the newest. */
export const isSupportedVersion = (version: string | null): boolean =>
  version === null ||
  (/^\d{10}\.0\.0$/.test(version) && version >= OLDEST_API_VERSION && version <= API_VERSION)
