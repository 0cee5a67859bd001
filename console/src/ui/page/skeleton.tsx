import { classNames } from '../class-names.ts'

/** Holds the place of something that is on its way. Give it the size of what comes: nothing moves then. */
export const Skeleton = ({ className = 'h-4 w-24' }: { className?: string }) => (
  <span className={classNames('skeleton inline-block align-middle', className)} aria-hidden />
)
