import { useLocation } from '@tanstack/react-router'

/** The shape of the console while its first page loads; sign-in pages have no frame and stay blank. */
export function LoadingShell() {
  const pathname = useLocation({ select: (location) => location.pathname })
  if (/^\/(login|device)(\/|$)/.test(pathname)) return null
  return (
    <div aria-busy="true" aria-label="Loading">
      <div className="fixed inset-x-0 top-(--banner-height,0px) flex h-12 items-center border-b border-border bg-surface px-3">
        <div className="skeleton h-6 w-40" />
      </div>
      <div className="fixed top-[calc(3rem+var(--banner-height,0px))] bottom-0 left-0 hidden w-56 flex-col gap-3 border-r border-border bg-surface-sunken p-3 md:flex">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="skeleton h-6" />
        ))}
      </div>
      <div className="pt-18 md:pl-56">
        <div className="skeleton mx-8 h-8 w-48" />
      </div>
    </div>
  )
}
