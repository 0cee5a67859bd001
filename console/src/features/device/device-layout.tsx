import { Outlet } from '@tanstack/react-router'
import { Logo } from '../../ui/logo.tsx'
import { useThemeOfPage } from '../../ui/theme.ts'

/** One centered card with the product's logo. Always dark. */
export function DeviceLayout() {
  useThemeOfPage()
  return (
    <div className="flex min-h-[calc(100vh-var(--banner-height,0px))] flex-col items-center bg-[linear-gradient(in_oklab,var(--surface-sunken),var(--surface),var(--accent-soft))] p-4">
      <main id="content" className="flex w-full grow items-center justify-center">
        <div className="w-full max-w-112 rounded-lg border border-border bg-surface-raised px-4 py-8 text-center shadow-raised sm:px-8">
          <Outlet />
        </div>
      </main>
      <footer className="py-4">
        <Logo />
      </footer>
    </div>
  )
}
