import { Fragment } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

/** An address in a narrow place: an IPv6 address may break after a colon. */
export const AddressText = ({ address }: { address: string }) =>
  address.split(/(?<=:)/).map((group, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- groups have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ))

/** An external address of an instance: a link to its web server, and a copy button. */
export const ExternalAddress = ({ address }: { address: string }) => (
  <span className="inline-flex items-center gap-1 font-mono text-xs">
    <a
      href={`https://${address.includes(':') ? `[${address}]` : address}`}
      target="_blank"
      rel="noreferrer"
      className="relative z-1 hover:underline"
    >
      <AddressText address={address} />
    </a>
    <CopyButton text={address} className="relative z-1 size-6" />
  </span>
)
