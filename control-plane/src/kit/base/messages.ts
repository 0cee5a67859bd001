/** What became of one message to an address. */
export type MessageAnswer =
  | {
      /** The status of an HTTP answer, or the code of an SMTP reply. */
      status: number
      /** The beginning of the answer. */
      excerpt: string
      durationMs: number
    }
  | { failure: 'unreachable' | 'timeout'; /** Why, as a sentence. */ problem: string }

/**
 * Sends one POST request to a web address that operators choose, follows no redirect, and reads only the beginning of the answer. It
 * waits ten seconds for a connection, and thirty in all.
 * @throws the reason of the signal once it is aborted.
 */
export type PostWebhook = (
  url: string,
  request: { headers: Readonly<Record<string, string | string[]>>; body: string },
  signal: AbortSignal,
) => Promise<MessageAnswer>

/** A mail to one address. */
export type Mail = {
  to: string
  subject: string
  text: string
  /** Tells a mail that is sent again, without a domain. */
  id: string
  headers: Readonly<Record<string, string>>
}

/**
 * Sends one mail by the operator's SMTP server. It waits ten seconds for a connection, and thirty in all.
 * @throws the reason of the signal once it is aborted.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<MessageAnswer>
