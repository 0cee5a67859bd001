import { Identicon } from '../../ui/identicon.tsx'

/** Names the silo that the user signs in to. */
export const SiloHeading = ({ silo }: { silo: string }) => (
  <div className="mb-6 flex items-center gap-3 border-b border-border pb-5">
    <Identicon name={silo} className="size-9" />
    <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">Sign in to {silo}</h1>
  </div>
)
