/** A line at the very top while a page is on its way. Mount it while it loads, with `done` for its last moment. */
export const LoadingBar = ({ done }: { done?: boolean }) => (
  <div className="loading-bar" data-done={done || undefined} aria-hidden />
)
