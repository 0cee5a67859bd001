/** A line at the top while a page loads. Mount it while it loads, with `done` for its last moment. */
export const LoadingBar = ({ done }: { done?: boolean }) => (
  <div className="loading-bar" data-done={done || undefined} aria-hidden />
)
