import { IfMissed, type Read } from '../../../app/kit/pages/failed.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'

/** In a card of the overview, while its data loads and when that failed: the other cards go on. */
export const Unseen = ({ what, of }: { what: string; of: Read }) =>
  of.error ? <IfMissed what={what} of={of} /> : <Skeleton className="h-24 w-full" />
