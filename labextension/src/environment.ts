/** What assistants need of JupyterLab, taken from its service manager. */

import { PageConfig, URLExt } from '@jupyterlab/coreutils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { ServiceManager } from '@jupyterlab/services';
import { ServerConnection } from '@jupyterlab/services';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { UUID } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';

import type { IEnvironment } from './talk/assistant';
import type { ISession, ISessionOptions, ISessions } from './kernel/companion';
import { configured } from './settings/configured';
import type { IStorage } from './talk/draft';
import { preferences, readPreferences } from './settings/preferences';
import type { IDocumentActions } from './tokens';

/** The plugin that our settings belong to. */
const SETTINGS = 'jupyter-ctx:plugin';

export function createEnvironment(
  services: ServiceManager.IManager,
  settings: Promise<ISettingRegistry.ISettings | null>,
  createActions: (panel: NotebookPanel) => IDocumentActions
): IEnvironment {
  let loaded: ISettingRegistry.ISettings | null = null;
  const settingsChanged = new Signal<object, void>({});
  const read = (key: string): unknown => loaded?.get(key).composite;
  const onSettings = (): void => {
    preferences.set(readPreferences(read));
    settingsChanged.emit();
  };
  void settings.then(found => {
    loaded = found;
    found?.changed.connect(onSettings);
    onSettings();
  });
  return {
    page: UUID.uuid4(),
    server: PageConfig.getBaseUrl(),
    sessions: new LabSessions(services),
    storage: new PageStorage(),
    settings: () => configured(read),
    settingsChanged,
    exists: path => exists(services, path),
    createActions
  };
}

/** Load our settings; null where there are none. */
export function loadSettings(
  registry: ISettingRegistry | null
): Promise<ISettingRegistry.ISettings | null> {
  return registry === null
    ? Promise.resolve(null)
    : registry.load(SETTINGS).catch(() => null);
}

async function exists(
  services: ServiceManager.IManager,
  path: string
): Promise<boolean | null> {
  try {
    await services.contents.get(path, { content: false });
    return true;
  } catch (error) {
    const isMissing =
      error instanceof ServerConnection.ResponseError &&
      error.response.status === 404;
    return isMissing ? false : null;
  }
}

/** The browser's storage of this page; reading it may be forbidden. */
export class PageStorage implements IStorage {
  getItem(key: string): string | null {
    return window.sessionStorage.getItem(key);
  }

  setItem(key: string, value: string): void {
    window.sessionStorage.setItem(key, value);
  }

  removeItem(key: string): void {
    window.sessionStorage.removeItem(key);
  }
}

class LabSessions implements ISessions {
  constructor(private readonly services: ServiceManager.IManager) {}

  async languages(): Promise<(readonly [string, string])[]> {
    await this.services.kernelspecs.ready;
    const { specs } = this.services.kernelspecs;
    const all = Object.values(specs?.kernelspecs ?? {})
      .filter(spec => spec !== undefined)
      .map(({ name, language }) => [name, language] as const);
    const isDefault = ([name]: readonly [string, string]): boolean =>
      name === specs?.default;
    return [...all.filter(isDefault), ...all.filter(one => !isDefault(one))];
  }

  async start(
    options: ISessionOptions,
    changed: () => void
  ): Promise<ISession> {
    const session = await this.services.sessions.startNew(options);
    session.statusChanged.connect(changed);
    // Lab's interface declares messages more narrowly than they are used here.
    return session as unknown as ISession;
  }

  shutdown(id: string, isLeaving: boolean): void {
    if (isLeaving) {
      this.shutdownAtLast(id);
    } else {
      this.services.sessions.shutdown(id).catch(() => {
        // It is gone already, or the server is; then its kernels are too.
      });
    }
  }

  /** The page ends before an answer: the browser sends what it is given now. */
  private shutdownAtLast(id: string): void {
    const { serverSettings } = this.services;
    const url = URLExt.join(serverSettings.baseUrl, 'api/sessions', id);
    const init = { method: 'DELETE', keepalive: true };
    ServerConnection.makeRequest(url, init, serverSettings).catch(() => {
      // Nobody is there to be told.
    });
  }
}
