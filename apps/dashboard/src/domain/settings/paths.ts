/** Screens of the settings: each has the column of settings beside it. */
export const settingsPaths: readonly string[] = ['/settings', '/widget', '/representatives', '/integrations'];

/** Parameter of an address that names one setting, which is then shown and focused. */
export const settingParameter = 'setting';
