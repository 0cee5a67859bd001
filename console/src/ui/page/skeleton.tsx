import { classNames } from '../class-names.ts'

/** Placeholder for loading content. Give it the size of the content so that the layout doesn't shift. */
export const Skeleton = ({ className = 'h-4 w-24' }: { className?: string }) => (
  <span className={classNames('skeleton inline-block align-middle', className)} aria-hidden />
)
