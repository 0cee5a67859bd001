import { Identicon } from '../../ui/identicon.tsx'

/** Names the silo that the user signs in to. */
export const SiloHeading = ({ silo }: { silo: string }) => (
  <div className="mb-4 flex items-center gap-2.5 border-b border-border pb-4">
    <Identicon name={silo} className="size-8" />
    <h1 className="min-w-0 truncate text-lg font-semibold">{silo}</h1>
  </div>
)
