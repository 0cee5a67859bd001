import type { BundleHost } from '@granary/control-plane/kit/base/bundle-host.ts'
import type { Configuration } from '../settings/configuration.ts'
import { hostSections } from './host-sections.ts'
import { open, pack } from './zip.ts'

/**
 * Returns what the server does for support bundles.
 * @param metrics returns the text of `/metrics`.
 */
export const bundleHost = (configuration: Configuration, metrics: () => Promise<string>): BundleHost => ({
  sections: () => [
    ...hostSections(configuration),
    {
      name: 'metrics.txt',
      lines: async function* () {
        yield await metrics()
      },
    },
  ],
  pack,
  open,
})
