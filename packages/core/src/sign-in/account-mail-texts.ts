/** The fixed sentences of mails to people of the team about their accounts. */
import type { JobPayload } from '@parley/contracts/jobs';
import type { Language } from '@parley/contracts/languages';

type About = JobPayload<'account-mails'>['about'];

type AccountMailTexts = Record<About, { subject: string; text: string }> & {
  choosePassword: string;
  openProfile: string;
  /** Below a link that somebody asked for. */
  notAsked: string;
  /** Below what was done. */
  notYou: string;
};

export const accountMailTexts: Record<Language, AccountMailTexts> = {
  en: {
    password_link: {
      subject: 'Choose a new password for Parley',
      text: 'The link works once, for an hour. Setting a new password signs you out everywhere.',
    },
    password_changed: {
      subject: 'Your Parley password was changed',
      text: 'A new password was set by a link. Every session and personal API key has ended, and single sign-on was disconnected.',
    },
    factor_changed: {
      subject: 'Your second factor for Parley was changed',
      text: 'A code app or passkey was added to your account or removed. Your other sessions have ended.',
    },
    factor_reset: {
      subject: 'Your second factor for Parley was reset',
      text: 'An administrator has taken your second factors away. You sign in with your password and can set up new ones.',
    },
    new_device: {
      subject: 'New sign-in to Parley',
      text: 'Somebody has signed in to your account with a browser that has not been used for it before.',
    },
    choosePassword: 'Choose a new password',
    openProfile: 'Open your profile',
    notAsked: 'If you did not ask for this, there is nothing to do: your password stays as it is.',
    notYou: 'If this was not you, change your password, end your other sessions and tell an administrator.',
  },
  de: {
    password_link: {
      subject: 'Neues Passwort für Parley wählen',
      text: 'Der Link gilt einmal und eine Stunde lang. Ein neues Passwort meldet Sie überall ab.',
    },
    password_changed: {
      subject: 'Ihr Passwort für Parley wurde geändert',
      text: 'Über einen Link wurde ein neues Passwort gesetzt. Alle Sitzungen und persönlichen API-Schlüssel wurden beendet und die Verbindung mit Single Sign-on wurde getrennt.',
    },
    factor_changed: {
      subject: 'Ihr zweiter Faktor für Parley wurde geändert',
      text: 'Eine Code-App oder ein Passkey wurde hinzugefügt oder entfernt. Ihre anderen Sitzungen wurden beendet.',
    },
    factor_reset: {
      subject: 'Ihr zweiter Faktor für Parley wurde zurückgesetzt',
      text: 'Ein Administrator hat Ihre zweiten Faktoren entfernt. Sie melden sich mit dem Passwort an und können neue einrichten.',
    },
    new_device: {
      subject: 'Neue Anmeldung bei Parley',
      text: 'Mit einem Browser, der dafür noch nie verwendet wurde, hat sich jemand bei Ihrem Konto angemeldet.',
    },
    choosePassword: 'Neues Passwort wählen',
    openProfile: 'Profil öffnen',
    notAsked: 'Wenn Sie das nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    notYou:
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort, beenden Sie Ihre anderen Sitzungen und sagen Sie es einem Administrator.',
  },
  fr: {
    password_link: {
      subject: 'Choisir un nouveau mot de passe pour Parley',
      text: 'Le lien fonctionne une seule fois, pendant une heure. Un nouveau mot de passe vous déconnecte partout.',
    },
    password_changed: {
      subject: 'Votre mot de passe Parley a été modifié',
      text: 'Un nouveau mot de passe a été défini par un lien. Toutes les sessions et clés d’API personnelles ont pris fin et l’authentification unique a été dissociée.',
    },
    factor_changed: {
      subject: 'Votre second facteur pour Parley a été modifié',
      text: 'Une application de codes ou une clé d’accès a été ajoutée ou retirée. Vos autres sessions ont pris fin.',
    },
    factor_reset: {
      subject: 'Votre second facteur pour Parley a été réinitialisé',
      text: 'Un administrateur a retiré vos seconds facteurs. Vous vous connectez avec votre mot de passe et pouvez en configurer de nouveaux.',
    },
    new_device: {
      subject: 'Nouvelle connexion à Parley',
      text: 'Quelqu’un s’est connecté à votre compte avec un navigateur jamais utilisé auparavant.',
    },
    choosePassword: 'Choisir un nouveau mot de passe',
    openProfile: 'Ouvrir votre profil',
    notAsked: 'Si vous n’avez rien demandé, il n’y a rien à faire : votre mot de passe reste inchangé.',
    notYou:
      'Si ce n’était pas vous, changez votre mot de passe, mettez fin à vos autres sessions et prévenez un administrateur.',
  },
  es: {
    password_link: {
      subject: 'Elige una nueva contraseña para Parley',
      text: 'El enlace funciona una sola vez, durante una hora. Una nueva contraseña cierra todas tus sesiones.',
    },
    password_changed: {
      subject: 'Tu contraseña de Parley ha cambiado',
      text: 'Se ha establecido una nueva contraseña mediante un enlace. Se han cerrado todas las sesiones y claves de API personales y se ha desconectado el inicio de sesión único.',
    },
    factor_changed: {
      subject: 'Tu segundo factor de Parley ha cambiado',
      text: 'Se ha añadido o quitado una aplicación de códigos o una llave de acceso. Tus otras sesiones se han cerrado.',
    },
    factor_reset: {
      subject: 'Tu segundo factor de Parley se ha restablecido',
      text: 'Un administrador ha quitado tus segundos factores. Inicias sesión con tu contraseña y puedes configurar otros nuevos.',
    },
    new_device: {
      subject: 'Nuevo inicio de sesión en Parley',
      text: 'Alguien ha iniciado sesión en tu cuenta con un navegador que no se había usado antes.',
    },
    choosePassword: 'Elegir nueva contraseña',
    openProfile: 'Abrir tu perfil',
    notAsked: 'Si no lo has pedido, no hay nada que hacer: tu contraseña sigue igual.',
    notYou: 'Si no has sido tú, cambia tu contraseña, cierra tus otras sesiones y avisa a un administrador.',
  },
  pt: {
    password_link: {
      subject: 'Escolha uma nova senha para o Parley',
      text: 'O link funciona uma única vez, por uma hora. Uma nova senha encerra todas as suas sessões.',
    },
    password_changed: {
      subject: 'Sua senha do Parley foi alterada',
      text: 'Uma nova senha foi definida por um link. Todas as sessões e chaves de API pessoais foram encerradas e o login único foi desconectado.',
    },
    factor_changed: {
      subject: 'Seu segundo fator do Parley foi alterado',
      text: 'Um aplicativo de códigos ou uma chave de acesso foi adicionado ou removido. Suas outras sessões foram encerradas.',
    },
    factor_reset: {
      subject: 'Seu segundo fator do Parley foi redefinido',
      text: 'Um administrador removeu seus segundos fatores. Você entra com sua senha e pode configurar novos.',
    },
    new_device: {
      subject: 'Novo acesso ao Parley',
      text: 'Alguém entrou na sua conta com um navegador que nunca tinha sido usado para isso.',
    },
    choosePassword: 'Escolher nova senha',
    openProfile: 'Abrir seu perfil',
    notAsked: 'Se você não pediu isso, não há nada a fazer: sua senha continua a mesma.',
    notYou: 'Se não foi você, altere sua senha, encerre suas outras sessões e avise um administrador.',
  },
  it: {
    password_link: {
      subject: 'Scegli una nuova password per Parley',
      text: 'Il link funziona una sola volta, per un’ora. Una nuova password chiude tutte le tue sessioni.',
    },
    password_changed: {
      subject: 'La tua password di Parley è stata cambiata',
      text: 'È stata impostata una nuova password tramite un link. Tutte le sessioni e le chiavi API personali sono terminate e il single sign-on è stato scollegato.',
    },
    factor_changed: {
      subject: 'Il tuo secondo fattore di Parley è cambiato',
      text: 'Un’app di codici o una passkey è stata aggiunta o rimossa. Le altre sessioni sono terminate.',
    },
    factor_reset: {
      subject: 'Il tuo secondo fattore di Parley è stato reimpostato',
      text: 'Un amministratore ha rimosso i tuoi secondi fattori. Accedi con la password e puoi configurarne di nuovi.',
    },
    new_device: {
      subject: 'Nuovo accesso a Parley',
      text: 'Qualcuno ha effettuato l’accesso al tuo account con un browser mai usato prima.',
    },
    choosePassword: 'Scegli una nuova password',
    openProfile: 'Apri il tuo profilo',
    notAsked: 'Se non l’hai chiesto tu, non devi fare nulla: la tua password resta com’è.',
    notYou: 'Se non sei stato tu, cambia la password, termina le altre sessioni e avvisa un amministratore.',
  },
  nl: {
    password_link: {
      subject: 'Kies een nieuw wachtwoord voor Parley',
      text: 'De link werkt één keer, een uur lang. Met een nieuw wachtwoord word je overal afgemeld.',
    },
    password_changed: {
      subject: 'Je wachtwoord voor Parley is gewijzigd',
      text: 'Via een link is een nieuw wachtwoord ingesteld. Alle sessies en persoonlijke API-sleutels zijn beëindigd en single sign-on is losgekoppeld.',
    },
    factor_changed: {
      subject: 'Je tweede factor voor Parley is gewijzigd',
      text: 'Een code-app of passkey is toegevoegd of verwijderd. Je andere sessies zijn beëindigd.',
    },
    factor_reset: {
      subject: 'Je tweede factor voor Parley is opnieuw ingesteld',
      text: 'Een beheerder heeft je tweede factoren verwijderd. Je meldt je aan met je wachtwoord en kunt nieuwe instellen.',
    },
    new_device: {
      subject: 'Nieuwe aanmelding bij Parley',
      text: 'Iemand heeft zich bij je account aangemeld met een browser die daar nog niet voor is gebruikt.',
    },
    choosePassword: 'Nieuw wachtwoord kiezen',
    openProfile: 'Profiel openen',
    notAsked: 'Heb je dit niet aangevraagd, dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    notYou: 'Was jij dit niet, wijzig dan je wachtwoord, beëindig je andere sessies en vertel het een beheerder.',
  },
  pl: {
    password_link: {
      subject: 'Wybierz nowe hasło do Parley',
      text: 'Link działa raz, przez godzinę. Nowe hasło wyloguje Cię wszędzie.',
    },
    password_changed: {
      subject: 'Twoje hasło do Parley zostało zmienione',
      text: 'Za pomocą linku ustawiono nowe hasło. Zakończono wszystkie sesje i osobiste klucze API oraz odłączono logowanie jednokrotne.',
    },
    factor_changed: {
      subject: 'Twój drugi składnik w Parley został zmieniony',
      text: 'Dodano lub usunięto aplikację z kodami albo klucz dostępu. Twoje pozostałe sesje zostały zakończone.',
    },
    factor_reset: {
      subject: 'Twój drugi składnik w Parley został zresetowany',
      text: 'Administrator usunął Twoje drugie składniki. Zaloguj się hasłem i skonfiguruj nowe.',
    },
    new_device: {
      subject: 'Nowe logowanie do Parley',
      text: 'Ktoś zalogował się na Twoje konto w przeglądarce, która nie była do tego wcześniej używana.',
    },
    choosePassword: 'Wybierz nowe hasło',
    openProfile: 'Otwórz profil',
    notAsked: 'Jeśli to nie Twoja prośba, nic nie musisz robić: hasło pozostaje bez zmian.',
    notYou: 'Jeśli to nie Ty, zmień hasło, zakończ pozostałe sesje i powiadom administratora.',
  },
  tr: {
    password_link: {
      subject: 'Parley için yeni bir parola seçin',
      text: 'Bağlantı bir kez ve bir saat boyunca çalışır. Yeni parola her yerdeki oturumunuzu kapatır.',
    },
    password_changed: {
      subject: 'Parley parolanız değiştirildi',
      text: 'Bir bağlantıyla yeni parola belirlendi. Tüm oturumlar ve kişisel API anahtarları sonlandırıldı, tek oturum açma bağlantısı kaldırıldı.',
    },
    factor_changed: {
      subject: 'Parley ikinci etkeniniz değiştirildi',
      text: 'Hesabınıza bir kod uygulaması veya geçiş anahtarı eklendi ya da kaldırıldı. Diğer oturumlarınız sonlandırıldı.',
    },
    factor_reset: {
      subject: 'Parley ikinci etkeniniz sıfırlandı',
      text: 'Bir yönetici ikinci etkenlerinizi kaldırdı. Parolanızla oturum açıp yenilerini kurabilirsiniz.',
    },
    new_device: {
      subject: 'Parley’de yeni oturum',
      text: 'Daha önce hesabınız için kullanılmamış bir tarayıcıyla oturum açıldı.',
    },
    choosePassword: 'Yeni parola seç',
    openProfile: 'Profilinizi açın',
    notAsked: 'Bunu siz istemediyseniz yapmanız gereken bir şey yok: parolanız olduğu gibi kalır.',
    notYou: 'Bu siz değilseniz parolanızı değiştirin, diğer oturumlarınızı sonlandırın ve bir yöneticiye bildirin.',
  },
  ja: {
    password_link: {
      subject: 'Parley の新しいパスワードを設定してください',
      text: 'リンクは 1 時間以内に 1 回だけ使えます。新しいパスワードを設定すると、すべての場所でログアウトします。',
    },
    password_changed: {
      subject: 'Parley のパスワードが変更されました',
      text: 'リンクから新しいパスワードが設定されました。すべてのセッションと個人の API キーが無効になり、シングルサインオンの連携も解除されました。',
    },
    factor_changed: {
      subject: 'Parley の第二要素が変更されました',
      text: 'コードアプリまたはパスキーが追加または削除されました。ほかのセッションは終了しました。',
    },
    factor_reset: {
      subject: 'Parley の第二要素がリセットされました',
      text: '管理者が第二要素を削除しました。パスワードでログインし、新しく設定できます。',
    },
    new_device: {
      subject: 'Parley への新しいログイン',
      text: 'これまで使われたことのないブラウザーから、あなたのアカウントにログインがありました。',
    },
    choosePassword: '新しいパスワードを設定',
    openProfile: 'プロフィールを開く',
    notAsked: '心当たりがない場合は何もする必要はありません。パスワードはそのままです。',
    notYou: '心当たりがない場合は、パスワードを変更し、ほかのセッションを終了して、管理者に連絡してください。',
  },
  zh: {
    password_link: {
      subject: '为 Parley 设置新密码',
      text: '该链接一小时内有效，只能使用一次。设置新密码后，您将在所有地方退出登录。',
    },
    password_changed: {
      subject: '您的 Parley 密码已更改',
      text: '已通过链接设置新密码。所有会话和个人 API 密钥均已结束，单点登录已断开。',
    },
    factor_changed: {
      subject: '您的 Parley 第二因素已更改',
      text: '您的账户添加或移除了验证码应用或通行密钥。您的其他会话已结束。',
    },
    factor_reset: {
      subject: '您的 Parley 第二因素已重置',
      text: '管理员移除了您的第二因素。您可以用密码登录并重新设置。',
    },
    new_device: {
      subject: 'Parley 有新的登录',
      text: '有人使用从未用过的浏览器登录了您的账户。',
    },
    choosePassword: '设置新密码',
    openProfile: '打开个人资料',
    notAsked: '如果不是您本人请求，无需任何操作：您的密码保持不变。',
    notYou: '如果不是您本人，请更改密码、结束其他会话并告知管理员。',
  },
  ar: {
    password_link: {
      subject: 'اختيار كلمة مرور جديدة لـ Parley',
      text: 'يعمل الرابط مرة واحدة ولمدة ساعة. تعيين كلمة مرور جديدة يسجّل خروجك من كل مكان.',
    },
    password_changed: {
      subject: 'تم تغيير كلمة مرورك في Parley',
      text: 'تم تعيين كلمة مرور جديدة عبر رابط. انتهت جميع الجلسات ومفاتيح API الشخصية، وفُصل تسجيل الدخول الموحد.',
    },
    factor_changed: {
      subject: 'تم تغيير العامل الثاني لحسابك في Parley',
      text: 'أُضيف تطبيق رموز أو مفتاح مرور إلى حسابك أو أُزيل منه. انتهت جلساتك الأخرى.',
    },
    factor_reset: {
      subject: 'تمت إعادة تعيين العامل الثاني لحسابك في Parley',
      text: 'أزال أحد المسؤولين العوامل الثانية لحسابك. سجّل الدخول بكلمة المرور ويمكنك إعداد عوامل جديدة.',
    },
    new_device: {
      subject: 'تسجيل دخول جديد إلى Parley',
      text: 'تم تسجيل الدخول إلى حسابك من متصفح لم يُستخدم لذلك من قبل.',
    },
    choosePassword: 'اختيار كلمة مرور جديدة',
    openProfile: 'فتح الملف الشخصي',
    notAsked: 'إذا لم تطلب ذلك، فلا حاجة إلى أي إجراء: تبقى كلمة مرورك كما هي.',
    notYou: 'إذا لم تكن أنت، فغيّر كلمة المرور وأنهِ جلساتك الأخرى وأخبر أحد المسؤولين.',
  },
};
