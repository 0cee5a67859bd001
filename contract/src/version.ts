/** The version of the API that this contract describes: year, month, day and a number within that day. */
export const API_VERSION = '2026081901.0.0'
/**
 * The oldest version that a client may request; the answers are always those of {@link API_VERSION}, which only adds
 * to it.
 */
const MIN_API_VERSION = '2025112000.0.0'

/** Whether the version that a client requests in the header `api-version` is supported; none means the newest. */
export const isSupportedVersion = (version: string | null): boolean =>
  version === null || (/^\d{10}\.0\.0$/.test(version) && version >= MIN_API_VERSION && version <= API_VERSION)
