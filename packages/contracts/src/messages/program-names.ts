/** Names of files that a system runs, or follows to somewhere, when they are opened. Browsers have the same list. */

const endings = new Set(
  [
    // Windows
    'exe com scr pif cpl dll sys drv ocx msi msp mst msix msixbundle appx appxbundle application appref-ms gadget xbap xll',
    'bat cmd ps1 ps1xml ps2 psm1 psd1 pssc psc1 vb vbs vbe js jse mjs cjs ws wsf wsh wsc sct hta reg inf ins isp job msc',
    'lnk url scf shb shs library-ms search-ms searchconnector-ms settingcontent-ms diagcab chm hlp mht mhtml',
    // Office: text that is a spreadsheet with commands in it, or a query of somewhere.
    'slk iqy dqy oqy rqy',
    // macOS and Linux
    'app command terminal scpt applescript pkg dmg webloc inetloc fileloc sh bash zsh csh ksh fish run desktop deb rpm appimage',
    // Archives that are programs
    'jar war ear apk xpi crx',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a file with this name, path included, would be run. */
export const isProgramName = (name: string): boolean =>
  endings.has(
    name
      .slice(name.lastIndexOf('.') + 1)
      .trim()
      .toLowerCase(),
  ) && name.includes('.');
