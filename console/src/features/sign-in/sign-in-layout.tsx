import type { ReactNode } from 'react'
import { useThemeOfPage } from '../../ui/theme.ts'
import { Logo } from '../../ui/logo.tsx'
import { HeroPicture } from './hero-picture.tsx'

/** Layout of the sign-in pages: the form, with a picture at the left on wide screens. Always dark. */
export function SignInLayout({ children }: { children: ReactNode }) {
  useThemeOfPage()
  return (
    <div className="flex min-h-[calc(100vh-var(--banner-height,0px))] bg-surface">
      <header className="relative hidden w-1/2 overflow-hidden bg-surface-sunken min-[800px]:block">
        <div className="absolute inset-0">
          <HeroPicture />
        </div>
        <div className="absolute top-8 left-8 text-text">
          <Logo />
          <p className="mt-1 ml-8.5 text-sm text-text/80">The cloud that you host yourself</p>
        </div>
      </header>
      <main id="content" className="flex grow flex-col items-center justify-center gap-12 p-4">
        <div className="w-full max-w-80">{children}</div>
        <div className="min-[800px]:hidden">
          <Logo />
        </div>
      </main>
    </div>
  )
}
